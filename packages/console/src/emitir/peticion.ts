/** From the form to the body of POST /v1/dte, and from the paths of that body back to the form. */
import type { DteRequest } from '@sello/contract'
import type { Issue } from '../api/issue.ts'
import { hoy } from '../clock.ts'
import { isEmptyContable, toContable } from './contable.ts'
import type { Form } from './form.ts'
import { itemDeDonacion } from './lineas/donacion.ts'
import { type Lectura, type Read, reader } from './lineas/lectura.ts'
import { EFECTIVO, isEmptyLinea, type Linea } from './lineas/linea.ts'
import { liquidadoOf, toSent } from './lineas/liquidacion.ts'
import { retenidoOf } from './lineas/retencion.ts'
import { itemDeVenta } from './lineas/venta.ts'
import { toMasDatos } from './mas-datos.ts'
import { restoDe } from './montos.ts'
import { leerNumero } from './numero.ts'
import { direccionDe, preguntaPorDocumento, toReceptor } from './receptor.ts'
import { TIPO_FORM } from './tipo-form.ts'

export interface Peticion {
  readonly request: DteRequest
  /** The line of the form that each item was made from. */
  readonly lineas: readonly string[]
  /** Whether there is nothing yet to compute. */
  readonly isBlank: boolean
  /** Cells whose text is not a number: they are not computed. */
  readonly problems: readonly Issue[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** Omits empty rows and members that were not filled in. */
export function toPeticion(form: Form): Peticion {
  const tipo = TIPO_FORM[form.tipoDte]
  const problems: Issue[] = []
  const filled =
    tipo.lineas === 'contable' ? [] : form.lineas.filter((linea) => !isEmptyLinea(linea))
  const read = reader(problems)
  const request: Mutable<DteRequest> = {
    tipoDte: form.tipoDte,
    ...linesOf(form, filled, { read, problems }),
  }
  if (tipo.remite) remite(request, form, problems)
  if (form.receptor && !request.receptor) {
    request.receptor = toReceptor(form.receptor, tipo)
    if (tipo.receptor.includes('tipoDocumento'))
      problems.push(...preguntaPorDocumento(form.receptor))
  }
  if (tipo.condicion) request.condicionOperacion = Number(form.condicion) as 1 | 2 | 3
  if (tipo.pagos) pagos(request, form, read)
  const isPaid = request.items.some((item) => item.tipoDonacion === 1 && (item.precioUni ?? 0) > 0)
  if (tipo.formaPago && isPaid) request.formaPago = form.formaPago
  if (form.referencia.trim()) request.referencia = form.referencia.trim()
  if (tipo.observaciones && form.observaciones.trim()) {
    request.observaciones = form.observaciones.trim()
  }
  const descuento = form.descuentoGlobal.trim()
  if (descuento && tipo.descuentoGlobal === 'gravadas') {
    request.descuentos = { gravadas: read(descuento, 'descuentos.gravadas') ?? 0 }
  }
  if (descuento && tipo.descuentoGlobal === 'compra') {
    request.descuento = read(descuento, 'descuento') ?? 0
  }
  if (tipo.retencionIva && form.retencionIva) request.aplicarRetencionIva = true
  if (tipo.percepcionIva && form.percepcionIva) request.aplicarPercepcionIva = true
  if (tipo.reteRenta && form.reteRenta) request.aplicarReteRenta = true
  if (tipo.exportacion) request.exportacion = toExportacion(form, read)
  if (tipo.relacionados) ajusta(request, form)
  if (tipo.numPagoElectronico && form.numPagoElectronico.trim()) {
    request.numPagoElectronico = form.numPagoElectronico.trim()
  }
  Object.assign(request, toMasDatos(form.mas, form.tipoDte))
  if (form.corrige) request.corrige = form.corrige
  const isBlank = tipo.lineas === 'contable' ? isEmptyContable(form.contable) : filled.length === 0
  return { request, lineas: filled.map(({ id }) => id), isBlank, problems }
}

/** What is sent: a type that sells nothing has no `items`, and own documents go by their code. */
export function bodyOf({ items, ...request }: DteRequest): object {
  if (items.length > 0) return { ...request, items }
  const { liquidacion } = request
  if (!liquidacion) return request
  const documentos = liquidacion.documentos?.map(toSent)
  return { ...request, liquidacion: { ...liquidacion, documentos } }
}

function linesOf(form: Form, filled: readonly Linea[], lectura: Lectura) {
  const clase = TIPO_FORM[form.tipoDte].lineas
  if (clase === 'contable') {
    return { items: [], liquidacionContable: toContable(form.contable, lectura) }
  }
  if (clase === 'retencion') {
    const documentos = filled.map((linea, i) => retenidoOf(form, linea, i, lectura))
    return { items: [], retencion: { documentos } }
  }
  if (clase === 'liquidacion') {
    const documentos = filled.map((linea, i) => liquidadoOf(linea, i, lectura))
    return { items: [], liquidacion: { periodo: mesDe(form), documentos } }
  }
  const itemOf = (linea: Linea, i: number) =>
    clase === 'donacion' ? itemDeDonacion(linea, i, lectura) : itemDeVenta(form, linea, i, lectura)
  return { items: filled.map(itemOf) }
}

/** The month that is liquidated: this one, until another is chosen. */
export const mesDe = ({ mes }: Form) => mes || hoy().slice(0, 7)

/** Whether something is given in money, which was paid somehow. */
export const hasEfectivo = (lineas: readonly Linea[]) =>
  lineas.some(({ donacion }) => donacion === EFECTIVO)

/** To whom goods go, and under which title. */
function remite(request: Mutable<DteRequest>, form: Form, problems: Issue[]): void {
  request.bienTitulo = form.bienTitulo
  if (form.bienTitulo === '') {
    problems.push({ field: 'bienTitulo', message: 'Elija a qué título van los bienes.' })
  }
  if (!form.propio) return
  const { nombreComercial, telefono, correo } = form.lugar
  const texts = Object.entries({ nombreComercial, telefono, correo })
  request.receptor = {
    propio: true,
    ...Object.fromEntries(
      texts.map(([member, text]) => [member, text.trim()]).filter(([, text]) => text !== ''),
    ),
    ...direccionDe(form.lugar),
  }
}

/** What a note adjusts; without a word of its own each line does as its document. */
function ajusta(request: Mutable<DteRequest>, form: Form): void {
  if (form.retencionDeNota !== '') request.aplicarRetencionIva = form.retencionDeNota === 'si'
  request.documentosRelacionados = form.relacionados.map(({ codigoGeneracion }) => ({
    codigoGeneracion,
  }))
}

function toExportacion(form: Form, cents: Read) {
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

function pagos(request: Mutable<DteRequest>, form: Form, cents: Read): void {
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
