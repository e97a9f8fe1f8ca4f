/** The scripted faults, in the order in which they were added. */
import type { AnswerName } from './answers.ts'

// biome-ignore format: a table
export const FAULT_KINDS = [
  'silence', 'delay', 'status', 'html', 'no_seal', 'drop_answer', 'reject', 'expired_token',
  'observe',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** `Service`: the names of services; the interface for tests accepts no others. */
export interface FaultSpec<Service extends string = string> {
  /** `*`: all of them. */
  readonly service: Service | '*'
  readonly kind: FaultKind
  /** The number of requests it affects; absent: until it is deleted. */
  readonly times?: number
  readonly delayMs?: number
  readonly status?: number
  readonly codigoMsg?: string
  readonly clasificaMsg?: string
  readonly descripcionMsg?: string
  readonly observaciones?: readonly string[]
  /** For a rejection: the name of an observed answer. Members given here override its own. */
  readonly answer?: AnswerName
}

export interface Fault {
  readonly id: string
  readonly spec: FaultSpec
  remaining: number | null
}

export interface Faults {
  readonly add: (spec: FaultSpec) => Fault
  /** Returns the oldest fault for the service and spends one use of it. */
  readonly take: (service: string) => FaultSpec | null
  readonly remove: (id: string) => boolean
  /** Returns how many were removed. */
  readonly clear: () => number
  readonly list: () => readonly Fault[]
}

/** Faults of a document do not apply to the login. */
export function applies(kind: FaultKind, service: string): boolean {
  return service !== 'auth' || (kind !== 'no_seal' && kind !== 'observe')
}

export function createFaults(): Faults {
  let faults: Fault[] = []
  let serial = 0
  return {
    add: (spec) => {
      serial += 1
      const fault = { id: `f${serial}`, spec, remaining: spec.times ?? null }
      faults.push(fault)
      return fault
    },
    take: (service) => {
      const fault = faults.find(
        ({ spec }) =>
          (spec.service === '*' || spec.service === service) && applies(spec.kind, service),
      )
      if (!fault) return null
      if (fault.remaining !== null) {
        fault.remaining -= 1
        if (fault.remaining === 0) faults = faults.filter((one) => one !== fault)
      }
      return fault.spec
    },
    remove: (id) => {
      const before = faults.length
      faults = faults.filter((fault) => fault.id !== id)
      return faults.length < before
    },
    clear: () => {
      const count = faults.length
      faults = []
      return count
    },
    list: () => faults,
  }
}
