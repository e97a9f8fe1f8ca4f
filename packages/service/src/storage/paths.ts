/** Where a document's files stand below a destination, the same in every kind of one (CONTRACT section 4). */
import type { Firmado } from '../documents/firmado.ts'

const AMBIENTE_PRUEBAS = '00'

export interface Paths {
  readonly json: string
  readonly pdf: string
}

/** By the month of issue; test documents apart. Unique, as a numeroControl is in its year. */
export function pathsOf({
  ambiente,
  fecEmi,
  numeroControl,
}: Pick<Firmado, 'ambiente' | 'fecEmi' | 'numeroControl'>): Paths {
  const [year, month] = fecEmi.split('-')
  const root = ambiente === AMBIENTE_PRUEBAS ? 'DTE/pruebas' : 'DTE'
  const path = `${root}/${year}/${month}/${numeroControl}`
  return { json: `${path}.json`, pdf: `${path}.pdf` }
}
