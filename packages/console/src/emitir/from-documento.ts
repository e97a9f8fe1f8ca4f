/** Loads one of our documents into the form: to correct it, to copy it, to adjust it. */
import type { Query as AnyQuery, TipoDte } from '@sello/contract'
import { FORMAS_PAGO } from '../fiscal/catalogos.ts'
import { contableDe } from './contable.ts'
import { type Form, formVacio, type Relacionado, receptorDe } from './form.ts'
import { lineaDeDonacion } from './lineas/donacion.ts'
import { type Linea, lineaVacia } from './lineas/linea.ts'
import { lineaLiquidada } from './lineas/liquidacion.ts'
import { lineaRetenida } from './lineas/retencion.ts'
import { lineaDeVenta } from './lineas/venta.ts'
import { type Json, list, masDatosOf, num, object, text } from './mas-datos.ts'
import { TIPO_FORM } from './tipo-form.ts'

/** Needs a document, which has a number; an event has none. */
export type Query = Omit<AnyQuery, 'tipoDte' | 'numeroControl' | 'totales'> & {
  readonly tipoDte: TipoDte
  readonly numeroControl: string
  readonly totales: NonNullable<AnyQuery['totales']>
}

/** Everything of the document that the form can hold; `noCabenDe` names the rest. */
export function formOfDocumento(query: Pick<Query, 'tipoDte' | 'documento'>): Form {
  const documento = object(query.documento)
  const resumen = object(documento.resumen)
  const lines = list(documento.cuerpoDocumento)
  const base = formVacio(query.tipoDte)
  const pagos = list(resumen.pagos)
  const [pago] = pagos
  // Of a mixed payment the term is that of the part on credit.
  const credito = pagos.find(hasTerm)
  const tipo = TIPO_FORM[query.tipoDte]
  const condicion = text(resumen.condicionOperacion)
  return {
    ...base,
    receptor: receptorOf(documento),
    lineas: [
      ...lines.filter((line) => !isTributo(line)).map((line) => lineaOf(line, query.tipoDte)),
      lineaVacia(),
    ],
    condicion: condicion === '2' || condicion === '3' ? condicion : '1',
    formaPago: text(pago?.codigo) || '01',
    plazo: text(credito?.plazo) || '01',
    periodo: text(credito?.periodo) || '30',
    pagoContado: condicion === '3' ? text(pago?.montoPago) : '',
    observaciones: text(observacionesDe(documento)),
    descuentoGlobal: amountText(
      num(tipo.descuentoGlobal === 'compra' ? resumen.descu : resumen.descuGravada),
    ),
    numPagoElectronico: tipo.numPagoElectronico ? text(resumen.numPagoElectronico) : '',
    retencionIva: num(resumen.ivaRete) > 0,
    percepcionIva: num(resumen.ivaPerci) > 0,
    retencionDeNota: retencionDeNota(lines),
    reteRenta: num(resumen.reteRenta) > 0,
    exportacion: exportacionOf(documento, base),
    mas: masDatosOf(documento, query.tipoDte),
    ...(tipo.lineas === 'retencion'
      ? { retenidos: text(lines[0]?.tipoDte) || base.retenidos }
      : {}),
    ...(tipo.remite ? remisionOf(documento, base) : {}),
    ...(tipo.lineas === 'contable' ? { contable: contableDe(documento) } : {}),
  }
}

/** Of the summary, the extension, or the one record. */
function observacionesDe({ resumen, extension, cuerpoDocumento }: Json): unknown {
  const of = [resumen, extension, cuerpoDocumento].map((part) => object(part).observaciones)
  return of.find((text) => text !== undefined)
}

/** As the taxed lines of a note say together; another document's have no retention of their own. */
function retencionDeNota(lines: readonly Json[]): Form['retencionDeNota'] {
  const taxed = lines.filter((line) => num(line.ventaGravada) > 0 && 'ivaRete' in line)
  if (taxed.length === 0) return ''
  if (taxed.every(({ ivaRete }) => num(ivaRete) > 0)) return 'si'
  return taxed.every(({ ivaRete }) => num(ivaRete) === 0) ? 'no' : ''
}

/**
 * What the form cannot hold, in words for the person who reissues it. For a document that a note adjusts only the
 * lines are taken: `soloLineas`.
 */
export function noCabenDe(
  query: Pick<Query, 'tipoDte' | 'documento'>,
  soloLineas = false,
): readonly string[] {
  const documento = object(query.documento)
  const resumen = object(documento.resumen)
  const lines = list(documento.cuerpoDocumento)
  const tributos = lines.flatMap((line, n) =>
    isTributo(line) ? [`la línea ${n + 1}, que es un tributo (${text(line.codTributo)})`] : [],
  )
  if (soloLineas) return tributos
  const exentas = num(resumen.descuExenta)
  const noSujetas = num(resumen.descuNoSuj)
  return [
    ...tributos,
    ...(exentas > 0 ? [`el descuento global de ventas exentas, ${exentas}`] : []),
    ...(noSujetas > 0 ? [`el descuento global de ventas no sujetas, ${noSujetas}`] : []),
    ...pagosQueNoCaben(resumen),
  ]
}

function pagosQueNoCaben(resumen: Json): readonly string[] {
  const pagos = list(resumen.pagos)
  const [first, second] = pagos
  const onCredit = (pago: Json | undefined) => text(pago?.codigo) === CUENTAS_POR_PAGAR
  const condicion = text(resumen.condicionOperacion)
  const held =
    condicion === '3'
      ? pagos.length === 2 && !hasTerm(object(first)) && hasTerm(object(second)) && onCredit(second)
      : pagos.length <= 1 && (condicion !== '2' || first === undefined || onCredit(first))
  const referencias = pagos.map((pago) => text(pago.referencia)).filter(Boolean)
  return [
    ...(held ? [] : [`los pagos (${pagos.map(pagoEnPalabras).join(', ')})`]),
    ...(referencias.length > 0 ? [`la referencia del pago, ${referencias.join(', ')}`] : []),
  ]
}

/** CAT-017: the means of payment of a credit sale whose request names none. */
const CUENTAS_POR_PAGAR = '13'
const hasTerm = (pago: Json) => text(pago.plazo) !== ''
/** The line is a tribute of CAT-015, section 2, and not something sold. */
const isTributo = (line: Json) => text(line.codTributo) !== ''

function pagoEnPalabras(pago: Json): string {
  const names = FORMAS_PAGO as Readonly<Record<string, { readonly nombre: string } | undefined>>
  const codigo = text(pago.codigo)
  return `${names[codigo]?.nombre ?? codigo} ${text(pago.montoPago)}`
}

/** What a note over the document needs from it. */
export function relacionadoOf(query: Query): Relacionado {
  const documento = object(query.documento)
  const resumen = object(documento.resumen)
  return {
    codigoGeneracion: query.codigoGeneracion,
    numeroControl: query.numeroControl,
    tipoDte: query.tipoDte,
    fecEmi: query.fecEmi,
    nombre: query.receptor?.nombre ?? null,
    retuvo: num(resumen.ivaRete) > 0,
    percibio: num(resumen.ivaPerci) > 0,
    ventaTercero: documento.ventaTercero ?? null,
  }
}

const amountText = (amount: number) => (amount === 0 ? '' : String(amount))

function receptorOf(documento: Json): Form['receptor'] {
  const receptor = object(documento.receptor ?? documento.sujetoExcluido)
  if (Object.keys(receptor).length === 0 || !receptor.nombre) return null
  return receptorDe({ ...receptor, numDocumento: receptor.numDocumento ?? receptor.nit })
}

function lineaOf(line: Json, tipoDte: TipoDte): Linea {
  const clase = TIPO_FORM[tipoDte].lineas
  if (clase === 'donacion') return lineaDeDonacion(line)
  if (clase === 'liquidacion') return lineaLiquidada(line)
  return clase === 'retencion' ? lineaRetenida(line) : lineaDeVenta(line, tipoDte)
}

/** Whom goods go to: the company itself, at a place of its own, or somebody else. */
function remisionOf(documento: Json, base: Form): Partial<Form> {
  const receptor = object(documento.receptor)
  const bienTitulo = text(receptor.bienTitulo)
  if (receptor.numDocumento !== object(documento.emisor).nit) return { bienTitulo }
  const { nombreComercial, direccion, telefono, correo } = receptor
  const lugar = receptorDe({ ...base.lugar, nombreComercial, direccion, telefono, correo })
  return { bienTitulo, propio: true, lugar, receptor: null }
}

function exportacionOf(documento: Json, base: Form): Form['exportacion'] {
  const emisor = object(documento.emisor)
  const resumen = object(documento.resumen)
  if (emisor.tipoItemExpor === undefined) return base.exportacion
  return {
    tipoItemExpor: emisor.tipoItemExpor === 2 ? '2' : '1',
    recintoFiscal: text(emisor.recintoFiscal) || base.exportacion.recintoFiscal,
    tipoRegimen: text(emisor.tipoRegimen) || base.exportacion.tipoRegimen,
    regimen: text(emisor.regimen) || base.exportacion.regimen,
    incoterms: text(resumen.codIncoterms) || base.exportacion.incoterms,
    flete: amountText(num(resumen.flete)),
    seguro: amountText(num(resumen.seguro)),
  }
}
