/** Callers of three processes: each sale has its own Idempotency-Key and is repeated until answered, beside later ones. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, post, type Running } from '../crash/process.ts'
import type { World } from '../world.ts'

export interface Sale {
  readonly idempotencyKey: string
  /** The first 200, 202 or 422; null: none came. */
  answer: Answer | null
  tries: number
}

export interface Callers {
  readonly sales: readonly Sale[]
  /** The longest time in which no sale of any caller was answered, in milliseconds. */
  longestSilenceMs(): number
  /** Starts no new sales; open ones continue. Returns how many had no answer within two minutes. */
  finish(): Promise<number>
}

const PAUSE_MS = 200
/** A sale without an answer does not keep the next customer waiting. */
const NEXT_CUSTOMER_MS = 1_000
const PATIENCE_MS = 120_000
const FINAL: ReadonlySet<number> = new Set([200, 202, 422])

/** `running` is read again for each try: processes come and go. */
export function startCallers(
  world: World,
  running: () => readonly Running[],
  count: number,
): Callers {
  const sales: Sale[] = []
  const begun: Promise<void>[] = []
  let answeredMs = performance.now()
  let silenceMs = 0
  let open = true
  let patient = true
  async function caller(): Promise<void> {
    while (open) {
      const sale: Sale = { idempotencyKey: randomUUID(), answer: null, tries: 0 }
      sales.push(sale)
      const selling = sell(sale)
      begun.push(selling)
      await Promise.race([selling, sleep(NEXT_CUSTOMER_MS)])
    }
  }
  async function sell(sale: Sale): Promise<void> {
    while (sale.answer === null && patient) {
      const all = running()
      const one = all[sale.tries++ % Math.max(all.length, 1)]
      const answer = one ? await post(one, world.company, sale.idempotencyKey) : null
      if (answer && FINAL.has(answer.status)) {
        sale.answer = answer
        silenceMs = Math.max(silenceMs, performance.now() - answeredMs)
        answeredMs = performance.now()
      } else if (answer && ![409, 500, 503].includes(answer.status)) {
        throw new Error(`an answer that no caller expects: ${answer.status} ${answer.text}`)
      } else await sleep(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: count }, caller))
  return {
    sales,
    longestSilenceMs: () => silenceMs,
    async finish() {
      open = false
      const waiting = new AbortController()
      const giveUp = sleep(PATIENCE_MS, undefined, { signal: waiting.signal }).then(
        () => {
          patient = false
        },
        () => {}, // all were answered
      )
      await all
      await Promise.all(begun)
      waiting.abort()
      await giveUp
      return sales.filter(({ answer }) => answer === null).length
    },
  }
}
