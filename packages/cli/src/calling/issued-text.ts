/** The output for an issued document. */
import type { Answered, Issued } from '@sello/client'
import { columns, type Result } from '../io.ts'
import { dollars } from './grid.ts'

export function issuedResult(issued: Answered<Issued>, files: readonly string[]): Result {
  const isSealed = issued.estado === 'sellado'
  const facts: (readonly [string, string])[] = [
    ['estado', issued.estado + (issued.meta.replayed ? ' (respuesta de un intento anterior)' : '')],
    ['numeroControl', issued.numeroControl],
    ['codigoGeneracion', issued.codigoGeneracion],
    ...(isSealed ? [['selloRecibido', issued.selloRecibido] as const] : []),
    ['totalPagar', `$${dollars(issued.totales.totalPagar)}`],
    ...issued.observaciones.map((text) => ['observación', text] as const),
    ...issued.advertencias.map(({ mensaje }) => ['atención', mensaje] as const),
    ...(isSealed ? [] : [['detalle', issued.detalle] as const]),
    ...files.map((file) => ['archivo', file] as const),
  ]
  return { json: issued, text: columns(facts) }
}
