/** A client whose network, time and randomness are scripted; no service is needed. */
import assert from 'node:assert/strict'
import { type DteRequest, Sello, type SelloError, type SelloOptions } from '../src/index.ts'
import type { FetchInit, Platform } from '../src/platform.ts'

export interface Asked extends FetchInit {
  readonly url: string
}

/** An answer of the service. */
export interface Said {
  readonly status?: number
  readonly body?: object | string
  readonly headers?: Readonly<Record<string, string>>
}

export const API_KEY = `sello_test_${'a'.repeat(43)}`
export const SIGN_KEY = `sellosk_${'b'.repeat(43)}`
/** Of every script; each wait moves it on. */
export const START = Date.parse('2026-10-05T16:00:00Z')
/** Longer timers are limits, which are not reached. */
const WAIT_MS_MAX = 59_999

export const SALE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }],
}

/** The error of a call that must fail. */
export const failureOf = (call: Promise<unknown>): Promise<SelloError> =>
  call.then(
    () => assert.fail('it was answered'),
    (error) => error,
  )

export const refusal = (code: string, details: object = {}) => ({
  error: { code, message: `Por ${code}.`, details },
})

/** `answer` gets each request; what it throws is a lost connection. */
export function scripted(answer: (asked: Asked) => Said, options: Partial<SelloOptions> = {}) {
  let now = START
  const asked: Asked[] = []
  const waits: number[] = []
  const platform: Platform = {
    now: () => now,
    uuid: () => `00000000-0000-4000-8000-${String(asked.length).padStart(12, '0')}`,
    random: () => 0,
    after(ms, work) {
      if (ms <= WAIT_MS_MAX) {
        waits.push(ms)
        now += ms
        queueMicrotask(work)
      }
      return () => {}
    },
    async fetch(url, init) {
      const one = { ...init, url }
      asked.push(one)
      const { status = 200, body = {}, headers = {} } = answer(one)
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json', ...headers },
      })
    },
  }
  const baseUrl = 'https://sello.example.com/api/'
  const keys = { apiKey: API_KEY, signKey: SIGN_KEY }
  const own = { ...platform, ...options.platform }
  const client = new Sello({ baseUrl, ...keys, ...options, platform: own })
  return { client, asked, waits, platform }
}
