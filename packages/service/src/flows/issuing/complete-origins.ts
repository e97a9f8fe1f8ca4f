/**
 * Our documents that a sale comes from (04, 09), and our sales that a remission (04) follows, from the company's index:
 * one named by code alone is filled in, and one given in full is held to what was issued. Source:
 * docs/sources.md#origenes.
 */
import { type DteRequest, type Estado, type Issue, Refused } from '@sello/contract'
import { ELECTRONICO } from '@sello/fiscal'
import type { Caller } from '../context.ts'
import { findOrigen, inFull, type Origen } from './complete-related.ts'

type Entry = NonNullable<DteRequest['origenes']>[number]

export interface WithOrigins {
  readonly request: DteRequest
  readonly problems: readonly Issue[]
}

const RULE = 'MF-37'
/** May be related before its seal, if it is sealed in time. */
const LIQUIDACION_DE_TARJETAS: string = '09'
const PENDING: ReadonlySet<Estado> = new Set(['firmado', 'contingencia'])

/** Refuses a code that this company and environment do not have (404). */
export async function completeOrigins(ctx: Caller, request: DteRequest): Promise<WithOrigins> {
  const { origenes: entries } = request
  if (!entries) return { request, problems: [] }
  const ours = new Map<number, Origen>()
  for (const [at, entry] of entries.entries()) {
    const origen = isElectronic(entry) ? await findOrigen(ctx, entry, at) : null // one after the other: each may be large
    if (origen) ours.set(at, origen)
    else if (entry.codigoGeneracion !== undefined) throw notFound(entry.codigoGeneracion, at)
  }
  const origenes = entries.map((entry, at) => {
    const origen = entry.codigoGeneracion === undefined ? undefined : ours.get(at)
    return origen ? inFull(origen) : entry
  })
  const completed = { ...request, origenes }
  const { nit } = ctx.key.emisor
  return {
    request: completed,
    problems: [...ours.values()].flatMap((origen) => check(origen, completed, nit)),
  }
}

/** The number of a paper is nobody's code. */
function isElectronic({ tipoGeneracion = ELECTRONICO }: Entry): boolean {
  return tipoGeneracion === ELECTRONICO
}

function check(origen: Origen, request: DteRequest, nit: string): readonly Issue[] {
  const problem = problemOf(origen, request, nit)
  if (problem === null) return []
  const [member, message] = problem
  return [{ field: `documentoRelacionado[${origen.at}].${member}`, rule: RULE, message }]
}

/** Why a document of ours cannot be related as an origin as the request says; null: it can. */
export function problemOf(
  { at, codigoGeneracion, estado, documento }: Origen,
  { origenes, receptor }: DteRequest,
  nit: string,
): readonly [member: string, message: string] | null {
  const { tipoDte, fecEmi } = documento.identificacion
  const entry = origenes?.[at]
  if (entry?.tipoDocumento !== tipoDte) {
    return ['tipoDocumento', `El documento ${codigoGeneracion} es del tipo ${tipoDte}; corríjalo.`]
  }
  if (entry.fechaEmision !== fecEmi) {
    return ['fechaEmision', `El documento ${codigoGeneracion} es del ${fecEmi}; corrija la fecha.`]
  }
  const isDue = tipoDte === LIQUIDACION_DE_TARJETAS && PENDING.has(estado)
  if (estado !== 'sellado' && !isDue) {
    return [
      'numeroDocumento',
      `El documento ${codigoGeneracion} está ${estado}: se relaciona uno sellado.`,
    ]
  }
  const theirs = numberOf(documento.receptor)
  const stated = receptor?.numDocumento?.replaceAll('-', '') ?? null
  // Goods of our own are sold to anybody, and the rules say whether the receptor is needed.
  const isSame = theirs === null || theirs === nit || stated === null || theirs === stated
  return isSame
    ? null
    : ['numeroDocumento', `El documento ${codigoGeneracion} es de otro receptor; corríjalo.`]
}

type Receptor = { readonly nit?: string; readonly numDocumento?: string | null } | null

function numberOf(receptor: Receptor): string | null {
  return receptor?.nit ?? receptor?.numDocumento?.replaceAll('-', '') ?? null
}

function notFound(codigoGeneracion: string, at: number) {
  const field = `origenes[${at}].codigoGeneracion`
  return new Refused(
    'not_found',
    `${field}: esta empresa no tiene el documento ${codigoGeneracion.toUpperCase()} en este ambiente. Corrija el código, o escriba el documento completo si se emitió fuera de Sello.`,
    { field },
  )
}
