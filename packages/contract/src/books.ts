/** The VAT books of a month and their files. Amounts are in dollars, to the cent. */
import Type, { type Static, type TSchema } from 'typebox'
import { closed, nullable, oneOf } from './schema.ts'

const text = Type.String()
const amount = Type.Number()
const count = Type.Integer({ minimum: 0 })

const documento = {
  fecha: text,
  tipoDte: text,
  numeroControl: text,
  codigoGeneracion: text,
  selloRecibido: nullable(text),
}
/** A purchase or an export; of a return event (18), which has no control number. */
const operacion = { numero: count, ...documento, numeroControl: nullable(text) }

const book = <F extends TSchema, T extends Record<string, TSchema>>(fila: F, totales: T) =>
  closed({ filas: Type.Array(fila), totales: closed(totales) })

const ventas = { exentas: amount, noSujetas: amount, gravadas: amount }
/** A credit note is negative, so that a column adds up to its total. */
const aContribuyentes = {
  ...ventas,
  debito: amount,
  ventasTerceros: amount,
  debitoTerceros: amount,
  ivaPercibido: amount,
  total: amount,
}
const aConsumidores = {
  ...ventas,
  exportaciones: amount,
  total: amount,
  ventasTerceros: amount,
}

/** For each annex of the return (F-07) that is generated, the number of lines of its file. */
export const ANEXOS_F07 = [
  'anexo1',
  'anexo2',
  'anexo4',
  'anexo5',
  'anexo9',
  'anexo10',
  'anexo11',
  'anexo12',
  'anexoAnulados',
] as const

/** The files of a month: a book as a table, or an annex in the ministry's format. */
export const ARCHIVOS_DEL_MES = [
  'contribuyentes',
  'consumidorFinal',
  'exportaciones',
  'compras',
  'anulados',
  ...ANEXOS_F07,
] as const

/** 200 of GET /v1/books/{mes}. */
export const Books = closed({
  mes: text,
  contribuyentes: book(
    closed({
      numero: count,
      ...documento,
      nrc: nullable(text),
      nit: nullable(text),
      dui: nullable(text),
      nombre: text,
      mandante: nullable(text),
      ...aContribuyentes,
    }),
    aContribuyentes,
  ),
  consumidorFinal: book(
    closed({
      fecha: text,
      tipoDte: text,
      caja: text,
      documentos: count,
      retornos: count,
      primero: text,
      ultimo: text,
      numeroControlDel: nullable(text),
      numeroControlAl: nullable(text),
      ...aConsumidores,
    }),
    { documentos: count, retornos: count, ...aConsumidores, debito: amount },
  ),
  exportaciones: book(
    closed({
      ...operacion,
      nombre: text,
      codPais: text,
      nombrePais: text,
      declaracion: Type.Null(),
      valor: amount,
    }),
    { valor: amount },
  ),
  compras: book(
    closed({
      ...operacion,
      tipoDocumento: text,
      numDocumento: text,
      nombre: text,
      monto: amount,
      reteRenta: amount,
    }),
    { monto: amount, reteRenta: amount },
  ),
  anulados: closed({ filas: Type.Array(closed(documento)) }),
  sinSello: count,
  avisos: Type.Array(text),
  anexos: Type.Array(
    closed({ archivo: oneOf(ANEXOS_F07), nombre: text, filas: count, avisos: Type.Array(text) }),
  ),
})
export type Books = Static<typeof Books>
