/** Compares what the ministry answered with what the simulator answers. */
import { type Answer, type Members, membersOf, textOf } from './read.ts'

export interface Difference {
  readonly campo: string
  readonly hacienda: unknown
  readonly simulador: unknown
}

/** Times, seals, tokens and versions cannot repeat; whether there is a seal can. */
const MEMBERS = ['estado', 'clasificaMsg', 'codigoMsg', 'descripcionMsg', 'mensaje'] as const

export function compareAnswers(ministry: Answer, own: Answer): readonly Difference[] {
  const [theirs, ours] = [membersOf(ministry.json), membersOf(own.json)]
  const status = differing('HTTP', ministry.status, own.status)
  return [...status, ...compareVerdicts(theirs ?? {}, ours ?? {})]
}

/** The members of an answer, or of one document in the answer about its lot. */
export function compareVerdicts(ministry: Members, own: Members): readonly Difference[] {
  return [
    ...MEMBERS.flatMap((name) => differing(name, ministry[name] ?? null, own[name] ?? null)),
    ...differing('observaciones', remarksOf(ministry), remarksOf(own)),
    ...differing('selloRecibido', hasSeal(ministry), hasSeal(own)),
  ]
}

function differing(campo: string, hacienda: unknown, simulador: unknown): readonly Difference[] {
  const isSame = JSON.stringify(hacienda) === JSON.stringify(simulador)
  return isSame ? [] : [{ campo, hacienda, simulador }]
}

/** A set: their order says nothing, and the ministry pads them with empty ones. */
function remarksOf({ observaciones }: Members): readonly string[] {
  const all = Array.isArray(observaciones) ? observaciones.map(textOf) : []
  return [...new Set(all.filter((one) => one !== null))].sort()
}

export const sealOf = (verdict: Members): string | null =>
  textOf(verdict.selloRecibido) ?? textOf(verdict.numValidacion)
const hasSeal = (verdict: Members): boolean => sealOf(verdict) !== null

/** In a word: `PROCESADO`, or `RECHAZADO 020 resumen.totalIva`. */
export function summaryOf(verdict: Members): string {
  const said = textOf(verdict.descripcionMsg) ?? remarksOf(verdict)[0] ?? ''
  const field = /^\[(.+?)\](?= |$)/.exec(said)?.[1]?.replaceAll(/\[\d*\]/g, '[]')
  const code = hasSeal(verdict) ? null : textOf(verdict.codigoMsg)
  const words = [textOf(verdict.estado), code, hasSeal(verdict) ? null : field]
  return words.filter(Boolean).join(' ') || 'sin estado'
}
