/** Loads one of our documents into the form: to correct it, to copy it, to adjust it. */
import type { Query as AnyQuery, TipoDte } from '@sello/contract'
import { FORMAS_PAGO } from '../fiscal/catalogos.ts'
import {
  type Form,
  formVacio,
  type Linea,
  lineaVacia,
  type Relacionado,
  receptorDe,
} from './form.ts'
import { type Json, list, masDatosOf, object, text } from './mas-datos.ts'
import { TIPO_FORM } from './tipo-form.ts'

/** Needs a document, which has a number; an event has none. */
export type Query = Omit<AnyQuery, 'tipoDte' | 'numeroControl' | 'totales'> & {
  readonly tipoDte: TipoDte
  readonly numeroControl: string
  readonly totales: NonNullable<AnyQuery['totales']>
}

const num = (value: unknown) => (typeof value === 'number' ? value : 0)

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
    observaciones: text(resumen.observaciones ?? object(documento.extension).observaciones),
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
  }
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
  const tributos = Array.isArray(line.tributos) ? (line.tributos as string[]) : []
  const noGravado = num(line.noGravado)
  return {
    ...lineaVacia(),
    codigo: text(line.codigo),
    descripcion: text(line.descripcion),
    cantidad: text(line.cantidad),
    precio: noGravado === 0 ? text(line.precioUni) : String(noGravado),
    descuento: amountText(num(line.montoDescu)),
    venta:
      num(line.ventaExenta) > 0 ? 'exenta' : num(line.ventaNoSuj) > 0 ? 'no_sujeta' : 'gravada',
    tipoItem: TIPO_FORM[tipoDte].exportacion
      ? null
      : typeof line.tipoItem === 'number'
        ? line.tipoItem
        : null,
    uniMedida: typeof line.uniMedida === 'number' ? line.uniMedida : null,
    // The tax rules add the IVA.
    tributos: tributos.filter((code) => code !== '20' && code !== 'C3'),
    noGravado: noGravado !== 0,
    numeroDocumento: TIPO_FORM[tipoDte].relacionados ? text(line.numeroDocumento) || null : null,
  }
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
