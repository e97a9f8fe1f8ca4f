/** The body of the routes that build a document: POST /v1/dte and POST /v1/dte/prepare (docs/wire.md#issuing). */
import {
  DteRequest,
  dteRequestOf,
  foreignItemMembers,
  MEMBERS_OF_TYPES,
  REFERENCIA_DE_PROPUESTA,
  Refused,
  TIPOS_DTE,
  UUID_PATTERN,
} from '@sello/contract'
import { issuedTypes } from '../../ledger/keys/admit.ts'
import { refuseFields, textBodyOf } from '../http/body.ts'
import { admittedOf } from './admitted.ts'
import type { Call } from './gate.ts'

/** CAT-016, and its default. */
const CONTADO = 1

const OF_TYPES = {
  explainUnknown: (member: string) =>
    Object.hasOwn(MEMBERS_OF_TYPES, member) ? onlyFor(MEMBERS_OF_TYPES[member]) : null,
}

/** For a body with a known type; the general shape reports a missing or unknown one. */
const CHECKS = new Map<unknown, (body: unknown) => unknown>(
  TIPOS_DTE.map((tipoDte) => [tipoDte, textBodyOf(dteRequestOf(tipoDte), OF_TYPES)]),
)
const checkAny = textBodyOf(DteRequest, OF_TYPES)

/** 400 for another shape, and for a member of another document type. */
export function readDteRequest(body: unknown): DteRequest {
  const check = CHECKS.get((body as Partial<DteRequest> | null)?.tipoDte) ?? checkAny
  const checked = check(body) as DteRequest
  const request = { ...checked, items: checked.items ?? [] }
  const foreign = foreignItemMembers(request).map(({ field, tipos }) => ({
    field,
    message: onlyFor(tipos),
  }))
  if (foreign.length > 0) refuseFields(foreign)
  assertTermOfCredit(request)
  return request
}

/** A cash sale writes no `plazo`, and a `periodo` is a mistake. */
function assertTermOfCredit({ condicionOperacion = CONTADO, periodo }: DteRequest): void {
  if (condicionOperacion !== CONTADO || periodo === undefined) return
  const message = 'no va con una operación de contado; quítelo o use condicionOperacion 2.'
  refuseFields([{ field: 'periodo', message }])
}

function onlyFor(tipos: readonly string[] = []): string {
  return `solo va con tipoDte ${tipos.join(', ')}; quítelo.`
}

/** The `referencia` of a proposal: what has it is taken for what became of it (ledger/proposals/store.ts). */
const OF_A_PROPOSAL = new RegExp(`^${REFERENCIA_DE_PROPUESTA}${UUID_PATTERN.slice(1)}`)

/** 400 for a program whose document would be taken for what a person issued of a proposal. */
export function assertOwnReference(call: Call, { referencia }: DteRequest): void {
  if (admittedOf(call).isPersons || !OF_A_PROPOSAL.test(referencia ?? '')) return
  const message = 'la de una propuesta la lleva lo que una persona emite de ella; use otra.'
  refuseFields([{ field: 'referencia', message }])
}

/** 403: the key may not issue documents of that type, or its company does not issue them in production. */
export function assertTypeAllowed(call: Call, { tipoDte }: DteRequest): void {
  const key = admittedOf(call)
  const allowed = [...issuedTypes(key)]
  if (allowed.includes(tipoDte)) return
  const message = key.tiposDte.includes(tipoDte)
    ? `La empresa no ha dicho que emite documentos de tipo ${tipoDte} en producción. Agréguelo a sus tipos: pide un documento de prueba sellado de ese tipo.`
    : `Esta llave no emite documentos de tipo ${tipoDte}. Use una llave que lo permita.`
  throw new Refused('dte_type_not_allowed', message, { allowed })
}
