/** The paths of a document's files below a destination, the same in every kind (docs/wire.md#files). */
import type { Ambiente } from '@sello/contract'
import type { FileSubject } from './file-subject.ts'

const AMBIENTE_PRUEBAS = '00'

export interface Paths {
  readonly json: string
  readonly pdf: string
}

/** The parts of a path. */
export interface Named {
  readonly documento: Pick<FileSubject['documento'], 'ambiente' | 'fecEmi' | 'numeroControl'>
  readonly evento: { readonly codigoGeneracion: string } | null
}

/**
 * By the month of issue; test documents apart. Unique, as a numeroControl is in its year. An event stands
 * beside its document, under its own code.
 */
export function pathsOf({ documento, evento }: Named): Paths {
  const { ambiente, fecEmi, numeroControl } = documento
  const name = evento?.codigoGeneracion ?? numeroControl
  const path = pathOf(ambiente, fecEmi.slice(0, 7), name)
  return { json: `${path}.json`, pdf: `${path}.pdf` }
}

/** The path of the JSON with this number, if it were of that month (`2026-11`). */
export function pathOfNumber(
  { ambiente, numeroControl }: { readonly ambiente: Ambiente; readonly numeroControl: string },
  month: string,
): string {
  return `${pathOf(ambiente, month, numeroControl)}.json`
}

/**
 * Beside the JSON: the caller's own word for the sale, which the signed document does not have. After a restore a
 * repeat with the same word finds the document by it (ADR 0069).
 */
export const pathOfReferencia = (json: string) => json.replace(/\.json$/, '.referencia')

/** Where the files of a month (`2026-11`) stand. */
export function folderOf(ambiente: Ambiente, month: string): string {
  const root = ambiente === AMBIENTE_PRUEBAS ? 'DTE/pruebas' : 'DTE'
  return `${root}/${month.replace('-', '/')}`
}

function pathOf(ambiente: Ambiente, month: string, name: string): string {
  return `${folderOf(ambiente, month)}/${name}`
}
