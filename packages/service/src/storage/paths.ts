/** Where a document's files stand below a destination, the same in every kind of one (CONTRACT section 4). */
import type { Kept } from './kept.ts'

const AMBIENTE_PRUEBAS = '00'

export interface Paths {
  readonly json: string
  readonly pdf: string
}

/**
 * By the month of issue; test documents apart. Unique, as a numeroControl is in its year. An event stands
 * beside its document, under its own code.
 */
export function pathsOf({ documento, evento }: Kept): Paths {
  const { ambiente, fecEmi, numeroControl } = documento
  const [year, month] = fecEmi.split('-')
  const root = ambiente === AMBIENTE_PRUEBAS ? 'DTE/pruebas' : 'DTE'
  const path = `${root}/${year}/${month}/${evento?.codigoGeneracion ?? numeroControl}`
  return { json: `${path}.json`, pdf: `${path}.pdf` }
}
