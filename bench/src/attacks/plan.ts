/** What the attacker's process is told and what it tells, as JSON files: plan and report. */

/** Connections that send the same calls in turns, each its next one as soon as the last is answered. */
export interface Lane {
  readonly name: string
  readonly connections: number
  /** All from one address, or each from a network of its own. */
  readonly from: From
  /** A connection is closed after this many calls; null: never. */
  readonly callsPerConnection: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly calls: readonly AttackCall[]
}

export const FROM = ['one', 'many'] as const
export type From = (typeof FROM)[number]

export interface AttackCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** `{id}` becomes one of the plan's ids. */
  readonly path: string
  readonly body: string | null
}

export interface Plan {
  /** Of the service's processes; connections are spread over them. */
  readonly urls: readonly string[]
  readonly ids: readonly string[]
  readonly lanes: readonly Lane[]
}

export interface AttackerReport {
  readonly answers: Answers
  readonly cpuMs: number
}

/** How many calls of a lane got which status; a connection that broke counts by its error's code. */
export type Answers = Readonly<Record<string, Readonly<Record<string, number>>>>

const CONSOLE_API = '/console/api'

export const call = (
  method: AttackCall['method'],
  path: string,
  body: object | null = null,
): AttackCall => ({
  method,
  path: CONSOLE_API + path,
  body: body && JSON.stringify(body),
})
