/** The paths of a document's files below a destination, equal for every kind of store (docs/wire.md#files). */
import type { Ambiente } from '@sello/contract'
import { type FileSubject, signedOf } from './file-subject.ts'

const AMBIENTE_PRUEBAS = '00'

export interface Paths {
  readonly json: string
  readonly pdf: string
}

/**
 * By month of issue, with test documents separate. Unique, because a numeroControl is unique in its year. An event
 * is stored next to its document, under its own code; one about no document in its own month.
 */
export function pathsOf(subject: FileSubject): Paths {
  const { ambiente, fecEmi } = subject.documento ?? signedOf(subject)
  const name =
    subject.evento === null ? subject.documento.numeroControl : subject.evento.codigoGeneracion
  const path = pathOf(ambiente, fecEmi.slice(0, 7), name)
  return { json: `${path}.json`, pdf: `${path}.pdf` }
}

/** The path of the JSON with this number in that month (`2026-11`). */
export function pathOfNumber(
  { ambiente, numeroControl }: { readonly ambiente: Ambiente; readonly numeroControl: string },
  month: string,
): string {
  return `${pathOf(ambiente, month, numeroControl)}.json`
}

/**
 * Next to the JSON: the caller's reference for the sale, which the signed document does not contain. After a
 * restore a repeat with the same reference finds its document by it (ADR 0071).
 */
export const pathOfReferencia = (json: string) => json.replace('.json', '.referencia')

/** The folder for a month (`2026-11`). */
export function folderOf(ambiente: Ambiente, month: string): string {
  const root = ambiente === AMBIENTE_PRUEBAS ? 'DTE/pruebas' : 'DTE'
  return `${root}/${month.replace('-', '/')}`
}

function pathOf(ambiente: Ambiente, month: string, name: string): string {
  return `${folderOf(ambiente, month)}/${name}`
}
