import { json } from '../http/reply.ts'
import { SERVICES, type ServiceName } from '../services/table.ts'
import { ANSWER_NAMES, type AnswerName, answerOf } from '../world/answers.ts'
import { applies, FAULT_KINDS, type FaultSpec } from '../world/faults.ts'
import {
  type Action,
  BadScript,
  isIntegerFrom,
  isText,
  isTexts,
  optional,
  readObject,
  requiredOneOf,
} from './action.ts'

// biome-ignore format: a table
const MEMBERS = [
  'service', 'kind', 'times', 'delayMs', 'status', 'codigoMsg', 'clasificaMsg', 'descripcionMsg',
  'observaciones', 'answer',
] as const

/** A fault of one of the services that there are. */
export type FaultScript = FaultSpec<ServiceName>

const FAULT_SERVICES: readonly (ServiceName | '*')[] = [...SERVICES.map(({ name }) => name), '*']

export const addFault: Action = {
  method: 'POST',
  path: '/_sim/faults',
  handle: (world, { body }) => json(201, { id: world.faults.add(readFault(body)).id }),
}

export const listFaults: Action = {
  method: 'GET',
  path: '/_sim/faults',
  handle: (world) => json(200, { faults: faultsOf(world.faults.list()) }),
}

export const deleteFaults: Action = {
  method: 'DELETE',
  path: '/_sim/faults',
  takesRest: true,
  handle: (world, { rest }) => {
    if (rest === null) return json(200, { deleted: world.faults.clear() })
    if (!world.faults.remove(rest)) return json(404, { error: `no fault ${rest}` })
    return json(200, { deleted: 1 })
  },
}

export function faultsOf(
  faults: ReturnType<Parameters<Action['handle']>[0]['faults']['list']>,
): readonly object[] {
  return faults.map(({ id, spec, remaining }) => ({ id, ...spec, remaining }))
}

function readFault(body: unknown): FaultScript {
  const b = readObject(body, MEMBERS)
  const service = requiredOneOf(b.service, 'service', FAULT_SERVICES)
  const kind = requiredOneOf(b.kind, 'kind', FAULT_KINDS)
  if (service !== '*' && !applies(kind, service)) {
    throw new BadScript(`"${kind}" means nothing to ${service}`)
  }
  const given = {
    times: optional(b.times, 'times', isIntegerFrom(1)),
    delayMs: optional(b.delayMs, 'delayMs', isIntegerFrom(0)),
    status: optional(b.status, 'status', isIntegerFrom(200, 599)),
    codigoMsg: optional(b.codigoMsg, 'codigoMsg', isText),
    clasificaMsg: optional(b.clasificaMsg, 'clasificaMsg', isText),
    descripcionMsg: optional(b.descripcionMsg, 'descripcionMsg', isText),
    observaciones: optional(b.observaciones, 'observaciones', isTexts),
    answer: readAnswer(b.answer, kind, service),
  }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  return { service, kind, ...(Object.fromEntries(defined) as Partial<FaultScript>) }
}

/** `answer` is a rejection, and only its own services take it. */
function readAnswer(
  value: unknown,
  kind: FaultSpec['kind'],
  service: FaultScript['service'],
): AnswerName | undefined {
  if (value === undefined) return undefined
  const name = ANSWER_NAMES.find((one) => one === value)
  if (name === undefined) throw new BadScript(`"answer" is one of: ${ANSWER_NAMES.join(', ')}`)
  if (kind !== 'reject') throw new BadScript('"answer" goes with "kind": "reject"')
  const services: readonly ServiceName[] = answerOf(name).services
  if (services.some((one) => one === service)) return name
  throw new BadScript(`"${name}" is an answer of ${services.join(', ')}`)
}
