/** Callers of three processes: each sale has its own Idempotency-Key and is repeated until answered. */
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
  /** Starts no new sales; open ones continue. Returns how many had no answer within two minutes. */
  finish(): Promise<number>
}

const PAUSE_MS = 200
const PATIENCE_MS = 120_000
const FINAL: ReadonlySet<number> = new Set([200, 202, 422])

/** `running` is read again for each try: processes come and go. */
export function startCallers(
  world: World,
  running: () => readonly Running[],
  count: number,
): Callers {
  const sales: Sale[] = []
  let open = true
  let patient = true
  async function caller(): Promise<void> {
    while (open) {
      const sale: Sale = { idempotencyKey: randomUUID(), answer: null, tries: 0 }
      sales.push(sale)
      await sell(sale)
    }
  }
  async function sell(sale: Sale): Promise<void> {
    while (sale.answer === null && patient) {
      const all = running()
      const one = all[sale.tries++ % Math.max(all.length, 1)]
      const answer = one ? await post(one, world.company, sale.idempotencyKey) : null
      if (answer && FINAL.has(answer.status)) sale.answer = answer
      else if (answer && ![409, 500, 503].includes(answer.status)) {
        throw new Error(`an answer that no caller expects: ${answer.status} ${answer.text}`)
      } else await sleep(PAUSE_MS)
    }
  }
  const all = Promise.all(Array.from({ length: count }, caller))
  return {
    sales,
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
      waiting.abort()
      await giveUp
      return sales.filter(({ answer }) => answer === null).length
    },
  }
}
