/** A certification's desk whose client calls a scripted service, and what it did besides its calls. */
import { after, before } from 'node:test'
import { Sello } from '@sello/client'
import type { EventoCertificacion, TipoDte } from '@sello/contract'
import type { Desk, Outages } from '../src/certify/desk.ts'
import { type Row, referenciaOf, type Serie } from '../src/certify/slots.ts'
import { API_KEY, type Asked, type Said, SIGN_KEY, startScripted } from './scripted-service.ts'

type Service = Awaited<ReturnType<typeof startScripted>>

export const refused = (status: number, code: string, details: object = {}): Said => ({
  status,
  body: { error: { code, message: `Por ${code}.`, details } },
})
export const row = (serie: Serie, n: number, more: Partial<Row> = {}): Row => ({
  ...{ codigoGeneracion: `${serie}-${n}`, numeroControl: `DTE-${serie}-${n}`, estado: 'sellado' },
  ...{ tipoDte: /^\d/.test(serie) ? (serie as TipoDte) : '01', selloRecibido: 'S' },
  ...{ referencia: referenciaOf('uno', { serie, n }), ...more },
})
const goalsOf = (goals: Readonly<Record<string, number>>) =>
  new Map(Object.entries(goals) as [TipoDte | EventoCertificacion, number][])

export interface Given extends Partial<Omit<Desk, 'goals'>> {
  readonly goals?: Readonly<Record<string, number>>
  readonly made?: readonly Row[]
  readonly others?: Readonly<Partial<Record<TipoDte, number>>>
}

/** Desks and answers of one scripted service, which runs while the file's tests do. */
export function scriptedDesks() {
  let service: Service
  before(async () => {
    service = await startScripted()
  })
  after(() => service.stop())
  return {
    deskOf: (given: Given = {}) => deskOf(service, given),
    answers: (...all: readonly Said[]) => answers(service, ...all),
    answerEach: (answer: Parameters<Service['answerEach']>[0]) => service.answerEach(answer),
  }
}

/** With what it did besides its calls. */
function deskOf(service: Service, { goals = {}, made = [], others = {}, ...more }: Given) {
  const [pauses, steps, waits]: [number[], string[], object[]] = [[], [], []]
  const desk: Desk = {
    ...{ sello: new Sello({ baseUrl: service.url, apiKey: API_KEY, signKey: SIGN_KEY }) },
    ...{ campaign: 'uno', types: ['01', '03'], goals: goalsOf(goals), receptores: [{ nit: '1' }] },
    ...{ outages: null, signal: new AbortController().signal, failures: [], pauseMs: 7 },
    inventory: {
      made: new Map(made.map((one) => [one.referencia ?? '', one])),
      others: new Map(Object.entries(others) as [TipoDte, number][]),
    },
    hoy: () => '2026-10-05',
    pause: async (ms) => void pauses.push(ms),
    step: (what) => void steps.push(what),
    waitQuota: async (used) => void waits.push(used),
    ...more,
  }
  return { desk, pauses, steps, waits }
}

/** Answers so, in turn; the last one again and again. */
function answers(service: Service, ...all: readonly Said[]): readonly Asked[] {
  const left = [...all]
  return service.answerEach(() => (left.length > 1 ? left.shift() : left[0]) ?? { body: {} })
}
export const ofIssue = (estado: 'sellado' | 'contingencia' = 'sellado', code = 'C'): Said => ({
  status: estado === 'sellado' ? 200 : 202,
  body: {
    ...{ estado, codigoGeneracion: code, numeroControl: `N-${code}`, tipoDte: '01' },
    ...(estado === 'sellado' ? { selloRecibido: 'S' } : {}),
  },
})
export const ofQuery = (estado: string, more: object = {}): Said => ({
  body: { estado, selloRecibido: null, motivo: null, retornos: [], documento: null, ...more },
})
/** The next query would come after an hour. */
export const USED_UP = {
  ...{ 'ratelimit-limit': '60', 'ratelimit-remaining': '0', 'ratelimit-reset': '3600' },
}
export const lines = (asked: readonly Asked[]) => asked.map(({ line }) => line)

/** Outages that nobody announces. */
export function outagesOf() {
  const done: string[] = []
  const outages: Outages = {
    async during(work) {
      done.push('begin')
      const made = await work()
      done.push('end')
      return made
    },
    end: async () => void done.push('end of an earlier one'),
  }
  return { outages, done }
}
