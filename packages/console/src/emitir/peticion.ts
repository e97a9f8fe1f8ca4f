/** From the form to the body of POST /v1/dte, and from the paths of that body back to the form. */
import type { DteRequest } from '@sello/contract'
import type { Issue } from '../api/issue.ts'
import { type Form, isEmptyLinea, type Linea, RECEPTOR, type Receptor } from './form.ts'
import { toMasDatos } from './mas-datos.ts'
import { porcentajeDeLinea, restoDe } from './montos.ts'
import { leerDescuento, leerNumero, PREGUNTA } from './numero.ts'
import { TIPO_FORM } from './tipo-form.ts'

export interface Peticion {
  readonly request: DteRequest
  /** The line of the form that each item was made from. */
  readonly lineas: readonly string[]
  /** Cells whose text is not a number: they are not computed. */
  readonly problems: readonly Issue[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Omits empty rows and members that were not filled in. */
export function toPeticion(form: Form): Peticion {
  const tipo = TIPO_FORM[form.tipoDte]
  const problems: Issue[] = []
  const filled = form.lineas.filter((linea) => !isEmptyLinea(linea))
  const items = filled.map((linea, i) => toItem(form, linea, { i, problems }))
  const cents = (written: string, field: string) => read(written, field, problems)
  const request: Mutable<DteRequest> = { tipoDte: form.tipoDte, items }
  if (form.receptor) {
    request.receptor = toReceptor(form.receptor, form)
    if (tipo.receptor.includes('tipoDocumento'))
      problems.push(...preguntaPorDocumento(form.receptor))
  }
  if (tipo.pagos) pagos(request, form, cents)
  if (form.referencia.trim()) request.referencia = form.referencia.trim()
  if (form.observaciones.trim()) request.observaciones = form.observaciones.trim()
  const descuento = form.descuentoGlobal.trim()
  if (descuento && tipo.descuentoGlobal === 'gravadas') {
    request.descuentos = { gravadas: cents(descuento, 'descuentos.gravadas') ?? 0 }
  }
  if (descuento && tipo.descuentoGlobal === 'compra') {
    request.descuento = cents(descuento, 'descuento') ?? 0
  }
  if (tipo.retencionIva && form.retencionIva) request.aplicarRetencionIva = true
  if (tipo.percepcionIva && form.percepcionIva) request.aplicarPercepcionIva = true
  if (tipo.reteRenta && form.reteRenta) request.aplicarReteRenta = true
  if (tipo.exportacion) request.exportacion = toExportacion(form, cents)
  if (tipo.relacionados && form.retencionDeNota !== '') {
    request.aplicarRetencionIva = form.retencionDeNota === 'si'
  }
  if (tipo.relacionados) {
    request.documentosRelacionados = form.relacionados.map(({ codigoGeneracion }) => ({
      codigoGeneracion,
    }))
  }
  if (tipo.numPagoElectronico && form.numPagoElectronico.trim()) {
    request.numPagoElectronico = form.numPagoElectronico.trim()
  }
  Object.assign(request, toMasDatos(form.mas, form.tipoDte))
  if (form.corrige) request.corrige = form.corrige
  return { request, lineas: filled.map(({ id }) => id), problems }
}

/** Asks which document it is, where the number alone would make it «otro»: most often a digit is missing. */
export function preguntaPorDocumento({
  tipoDocumento,
  numDocumento,
}: Pick<Receptor, 'tipoDocumento' | 'numDocumento'>): readonly Issue[] {
  const digits = numDocumento.replaceAll(/[\s-]/g, '')
  const looksLikeOurs = /^\d{7,15}$/.test(digits) && digits.length !== 9 && digits.length !== 14
  if (tipoDocumento !== '' || !looksLikeOurs) return []
  const message = `Un DUI tiene 9 dígitos y un NIT 14; este número tiene ${digits.length}. Corríjalo, o elija qué documento es.`
  return [{ field: 'receptor.tipoDocumento', message }]
}

function read(written: string, field: string, problems: Issue[]): number | undefined {
  const leido = leerNumero(written)
  if (leido.kind === 'numero') return leido.valor
  if (leido.kind === 'duda') problems.push({ field, message: PREGUNTA(leido.propuesta) })
  if (leido.kind === 'invalido')
    problems.push({ field, message: 'Escriba un número, como 1250.50.' })
  return undefined
}

function toItem(form: Form, linea: Linea, { i, problems }: { i: number; problems: Issue[] }) {
  const tipo = TIPO_FORM[form.tipoDte]
  const at = (member: string) => `items[${i}].${member}`
  // What is not understood counts as nothing, so that no total stands for it.
  const cantidad =
    linea.cantidad.trim() === '' ? 1 : (read(linea.cantidad, at('cantidad'), problems) ?? 0)
  const abono = linea.noGravado && /^\s*[-−]/.test(linea.precio)
  const escrito = abono ? linea.precio.replace(/[-−]/, '') : linea.precio
  const leido = read(escrito, at('precioUni'), problems)
  const precio = abono && leido !== undefined ? -leido : leido
  const descuento = leerDescuento(linea.descuento)
  let montoDescu: number | undefined
  if (descuento.kind === 'numero') montoDescu = descuento.valor
  if (descuento.kind === 'porcentaje') {
    montoDescu = porcentajeDeLinea(cantidad, precio ?? 0, descuento.valor) ?? undefined
  }
  if (descuento.kind === 'duda') {
    problems.push({ field: at('montoDescu'), message: PREGUNTA(descuento.propuesta) })
  }
  if (descuento.kind === 'invalido') {
    problems.push({ field: at('montoDescu'), message: 'Escriba un monto, como 9, o 10%.' })
  }
  return {
    ...(linea.productId === null ? {} : ofTheProduct(linea.productId, form)),
    descripcion: linea.descripcion.trim(),
    cantidad,
    ...(linea.noGravado
      ? { noGravado: precio ?? 0 }
      : precio === undefined
        ? {}
        : { precioUni: precio }),
    ...(linea.codigo ? { codigo: linea.codigo } : {}),
    ...(linea.tipoItem === null ? {} : { tipoItem: linea.tipoItem as 1 | 2 | 3 }),
    ...(linea.uniMedida === null ? {} : { uniMedida: linea.uniMedida }),
    ...(tipo.ventas && linea.venta !== 'gravada' && !linea.noGravado
      ? { tipoVenta: linea.venta }
      : {}),
    ...(montoDescu ? { montoDescu } : {}),
    ...(linea.tributos.length > 0 ? { tributos: [...linea.tributos] } : {}),
    ...(linea.numeroDocumento && form.relacionados.length > 1
      ? { numeroDocumento: linea.numeroDocumento }
      : {}),
  }
}

/**
 * The product of a line. The line repeats all members that the product fills in, so that a product changed
 * since then cannot add anything that is not on the screen.
 */
function ofTheProduct(productId: string, { tipoDte }: Form) {
  const tipo = TIPO_FORM[tipoDte]
  return {
    productId,
    codigo: null,
    ...(tipo.tributos ? { tributos: null } : {}),
    ...(tipo.ventas ? { tipoVenta: 'gravada' as const } : {}),
  }
}

function toReceptor(receptor: Receptor, form: Form) {
  const wanted = TIPO_FORM[form.tipoDte].receptor
  const has = (member: string) => wanted.includes(member)
  const { departamento, municipio, distrito, complemento } = receptor
  const texts = RECEPTOR.filter(
    (member) =>
      member !== 'tipoPersona' &&
      (has(member) || (member === 'numDocumento' && has('nit'))) &&
      receptor[member].trim() !== '',
  )
  const address = has('direccion') && tieneDireccion(receptor)
  return {
    ...(receptor.customerId ? { customerId: receptor.customerId } : {}),
    ...Object.fromEntries(texts.map((member) => [member, receptor[member].trim()])),
    ...(has('tipoPersona') && receptor.tipoPersona
      ? { tipoPersona: Number(receptor.tipoPersona) as 1 | 2 }
      : {}),
    ...(address
      ? { direccion: { departamento, municipio, distrito, complemento: complemento.trim() } }
      : {}),
  }
}

/**
 * Whether any part of a domestic address is filled in: then all of it is sent, and the rules say what is missing.
 * Somebody abroad has a single line.
 */
export const tieneDireccion = ({ departamento, distrito, complemento, codPais }: Receptor) =>
  departamento !== '' || distrito !== '' || (complemento.trim() !== '' && codPais === '')

function toExportacion(form: Form, cents: (text: string, field: string) => number | undefined) {
  const { tipoItemExpor, recintoFiscal, tipoRegimen, regimen, incoterms, flete, seguro } =
    form.exportacion
  const goods = tipoItemExpor === '1'
  const freight = flete.trim() ? cents(flete, 'exportacion.flete') : undefined
  const noOnerosas = form.mas.totalNoOnerosas
  const unpaid = noOnerosas.trim() ? cents(noOnerosas, 'exportacion.totalNoOnerosas') : undefined
  const insurance = seguro.trim() ? cents(seguro, 'exportacion.seguro') : undefined
  return {
    tipoItemExpor: Number(tipoItemExpor) as 1 | 2,
    ...(goods ? { recintoFiscal, tipoRegimen, regimen } : {}),
    ...(goods && incoterms ? { incoterms } : {}),
    ...(freight === undefined ? {} : { flete: freight }),
    ...(insurance === undefined ? {} : { seguro: insurance }),
    ...(unpaid === undefined ? {} : { totalNoOnerosas: unpaid }),
  }
}

function pagos(
  request: Mutable<DteRequest>,
  form: Form,
  cents: (text: string, field: string) => number | undefined,
): void {
  request.condicionOperacion = Number(form.condicion) as 1 | 2 | 3
  if (form.condicion === '1') request.formaPago = form.formaPago
  if (form.condicion === '2') {
    request.plazo = form.plazo as '01'
    request.periodo = cents(form.periodo, 'periodo') ?? 0
  }
  if (form.condicion === '3') {
    // `withMixto` sets the payments once the total is known; what is not understood is said here.
    cents(form.pagoContado, 'pagos')
    cents(form.periodo, 'periodo')
  }
}

/** Condition 3: the amount paid now, and the rest of the total on credit. */
export function withMixto(request: DteRequest, form: Form, totalPagar: number): DteRequest {
  if (form.condicion !== '3' || !TIPO_FORM[form.tipoDte].pagos) return request
  const leido = leerNumero(form.pagoContado)
  const ahora = leido.kind === 'numero' ? leido.valor : 0
  const periodo = leerNumero(form.periodo)
  return {
    ...request,
    pagos: [
      { codigo: form.formaPago, montoPago: ahora },
      {
        codigo: '13',
        montoPago: restoDe(totalPagar, ahora),
        plazo: form.plazo as '01',
        periodo: periodo.kind === 'numero' ? periodo.valor : 0,
      },
    ],
  }
}
