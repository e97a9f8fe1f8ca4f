/** Loads one of our documents into the form: to correct it, to copy it, to adjust it. */
import type { Query as AnyQuery, TipoDte } from '@sello/contract'
import {
  type Form,
  formVacio,
  type Linea,
  lineaVacia,
  type Relacionado,
  receptorVacio,
} from './form.ts'
import { masDatosOf } from './mas-datos.ts'

/** Needs a document, which has a number; an event has none. */
export type Query = Omit<AnyQuery, 'tipoDte' | 'numeroControl' | 'totales'> & {
  readonly tipoDte: TipoDte
  readonly numeroControl: string
  readonly totales: NonNullable<AnyQuery['totales']>
}

type Json = Readonly<Record<string, unknown>>
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const num = (value: unknown) => (typeof value === 'number' ? value : 0)
const object = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Json) : {}

/** All members of the document that a request can state. */
export function formOfDocumento(query: Pick<Query, 'tipoDte' | 'documento'>): Form {
  const documento = object(query.documento)
  const resumen = object(documento.resumen)
  const lines = Array.isArray(documento.cuerpoDocumento)
    ? (documento.cuerpoDocumento as Json[])
    : []
  const base = formVacio(query.tipoDte)
  const pagos = Array.isArray(resumen.pagos) ? (resumen.pagos as Json[]) : []
  const [pago] = pagos
  const condicion = text(resumen.condicionOperacion)
  return {
    ...base,
    receptor: receptorOf(documento),
    lineas: [...lines.map((line) => lineaOf(line, query.tipoDte)), lineaVacia()],
    condicion: condicion === '2' || condicion === '3' ? condicion : '1',
    formaPago: text(pago?.codigo) || '01',
    plazo: text(pago?.plazo) || '01',
    periodo: text(pago?.periodo) || '30',
    pagoContado: condicion === '3' ? text(pago?.montoPago) : '',
    observaciones: text(resumen.observaciones ?? object(documento.extension).observaciones),
    descuentoGlobal: amountText(num(resumen.descuGravada)),
    retencionIva: num(resumen.ivaRete) > 0,
    percepcionIva: num(resumen.ivaPerci) > 0,
    reteRenta: num(resumen.reteRenta) > 0,
    exportacion: exportacionOf(documento, base),
    mas: masDatosOf(documento, query.tipoDte),
  }
}

/** What a note needs to know of the document. */
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
  const direccion = object(receptor.direccion)
  return {
    ...receptorVacio(text(receptor.nombre)),
    tipoDocumento: text(receptor.tipoDocumento),
    numDocumento: text(receptor.numDocumento ?? receptor.nit),
    nrc: text(receptor.nrc),
    codActividad: text(receptor.codActividad),
    descActividad: text(receptor.descActividad),
    nombreComercial: text(receptor.nombreComercial),
    telefono: text(receptor.telefono),
    correo: text(receptor.correo),
    departamento: text(direccion.departamento),
    municipio: text(direccion.municipio),
    distrito: text(direccion.distrito),
    complemento: text(direccion.complemento ?? receptor.complemento),
    codPais: text(receptor.codPais),
    tipoPersona: text(receptor.tipoPersona),
  }
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
    tipoItem: tipoDte === '11' ? null : typeof line.tipoItem === 'number' ? line.tipoItem : null,
    uniMedida: typeof line.uniMedida === 'number' ? line.uniMedida : null,
    // The tax rules add the IVA.
    tributos: tributos.filter((code) => code !== '20' && code !== 'C3'),
    noGravado: noGravado !== 0,
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
