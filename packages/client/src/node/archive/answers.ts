/** The outbox entries for an answer: what it sealed, or will have sealed. */
import type { Operations } from '../../generated/wire.ts'
import type { Entry } from './outbox.ts'

type Answer =
  | Operations['issue']['answer']
  | Operations['invalidate']['answer']
  | Operations['return']['answer']

/** A sealed document with its files; anything else by code, so that its files are fetched. */
export function sealedOf(answer: object, at: number): readonly Entry[] {
  const said = answer as Answer
  const coded = (codigoGeneracion: string): Entry => ({ codigoGeneracion, at, files: null })
  if (said.estado === 'invalidado') {
    // The document's printed copy now shows what cancelled it.
    const event = 'evento' in said ? [coded(said.evento.codigoGeneracion)] : []
    return [...event, { ...coded(said.codigoGeneracion), invalidado: true }]
  }
  if (!('archivoDte' in said)) return [coded(said.codigoGeneracion)]
  const { codigoGeneracion, ambiente, fecEmi, numeroControl: name } = said
  const { archivoDte: json, representacionGrafica: pdf } = said
  return [{ codigoGeneracion, at, files: { ambiente, fecEmi, name, json, pdf } }]
}
