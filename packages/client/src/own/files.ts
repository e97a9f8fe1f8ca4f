/** A document's files in a company's storage: their paths, and the JSON rebuilt from the signed bytes. */
import { fromBase64url } from './base64url.ts'

const AMBIENTE_PRUEBAS = '00'

export interface Paths {
  readonly json: string
  readonly pdf: string
}

/** By the document's month of issue, with test documents separate; an event under its own code. */
export function pathsOf(about: {
  readonly ambiente: '00' | '01'
  readonly fecEmi: string
  readonly name: string
}): Paths {
  const [year, month] = about.fecEmi.split('-')
  const root = about.ambiente === AMBIENTE_PRUEBAS ? 'DTE/pruebas' : 'DTE'
  const path = `${root}/${year}/${month}/${about.name}`
  return { json: `${path}.json`, pdf: `${path}.pdf` }
}

/** The service's own file, byte for byte: the signed bytes with signature and seal as two more members. */
export function archivoDteOf(jws: string, selloRecibido: string): string | null {
  const [, payload] = jws.split('.')
  if (payload === undefined) return null
  const text = new TextDecoder('utf-8', { fatal: true }).decode(fromBase64url(payload))
  if (!text.endsWith('}')) return null
  const members = `"firmaElectronica":${JSON.stringify(jws)},"selloRecibido":${JSON.stringify(selloRecibido)}`
  return `${text.slice(0, -1)},${members}}`
}
