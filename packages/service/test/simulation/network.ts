/** The path to the ministry: each request arrives as a separate step, or late, or its answer is lost. */
import type { InProcess } from '@sello/mh-simulator'
import type { Exchange, Post, Raw } from '../../src/outside/ministry/exchange.ts'
import type { Dice } from '../crash/dice.ts'
import type { Owner, Schedule } from './schedule.ts'

export interface Network {
  readonly ministry: InProcess
  readonly schedule: Schedule
  readonly dice: Dice
  /** The ministry's clock minus the true time. */
  readonly ministryAheadMs: number
  /** So many of the next requests arrive after their sender gave up. */
  late: number
  /** While it is true nothing arrives. */
  isDown: boolean
  /** Called once, with the owner of the next request as it arrives. */
  onArrival: ((owner: Owner) => void) | null
  /** What somebody else sends just before a request arrives; null: nobody does, or nothing. */
  overtaking: ((post: Post) => Post | null) | null
  /** When requests were sent that the ministry really did not answer, in true time. */
  readonly silences: number[]
}

/** A network without faults. */
export const createNetwork = (
  parts: Pick<Network, 'ministry' | 'schedule' | 'dice'> & { readonly ministryAheadMs?: number },
): Network => ({
  ministryAheadMs: 0,
  ...parts,
  late: 0,
  isDown: false,
  onArrival: null,
  overtaking: null,
  silences: [],
})

const UNAVAILABLE: Raw = { kind: 'silence', why: 'timeout', code: 'TIMEOUT' }
/** The network itself, which outlives every process. */
const NETWORK: Owner = { name: 'network', alive: true }
const LATE_MS_MAX = 45_000
const SLOW_MS_MAX = 6_000

export function createSteppedExchange(owner: Owner, network: Network): Exchange {
  const { schedule, dice } = network
  return {
    async post(post) {
      const askedAt = schedule.now().getTime()
      const frozenBefore = schedule.frozenMs(owner)
      const raw = await schedule.act({
        owner,
        label: `asks ${post.path}`,
        run() {
          network.onArrival?.(owner)
          network.onArrival = null
          return arrive(network, post)
        },
      })
      if (!isAnswer(raw)) network.silences.push(askedAt)
      if (raw === UNAVAILABLE) await schedule.sleep(owner, post.timeoutMs)
      else if (dice.between(1, 6) === 1) await schedule.sleep(owner, dice.between(1, SLOW_MS_MAX))
      const wasOverdue = schedule.frozenMs(owner) - frozenBefore > post.timeoutMs
      // A process that was stopped reads what came meanwhile, unless its machine is slow: then its timer fires first.
      return wasOverdue && dice.between(1, 2) === 1 ? UNAVAILABLE : raw
    },
    close: async () => {},
  }
}

const isAnswer = (raw: Raw) => raw.kind === 'response' && raw.status < 500 && raw.json !== undefined

async function arrive(network: Network, post: Post): Promise<Raw> {
  const { schedule, dice } = network
  if (network.isDown) return UNAVAILABLE
  if (network.late > 0) {
    network.late -= 1
    const late = schedule.sleep(NETWORK, dice.between(1, LATE_MS_MAX)).then(() =>
      schedule.act({
        owner: NETWORK,
        label: `brings ${post.path}`,
        run: () => answered(network, post),
      }),
    )
    late.catch((error: unknown) => schedule.note(`the ministry failed: ${String(error)}`))
    return UNAVAILABLE
  }
  return answered(network, post)
}

async function answered(network: Network, post: Post): Promise<Raw> {
  const other = network.overtaking?.(post)
  if (other) await endingOf(network, other)
  const ending = await endingOf(network, post)
  if (ending.kind === 'silence') return UNAVAILABLE
  if (ending.kind === 'drop') return { kind: 'silence', why: 'unreachable', code: 'ECONNRESET' }
  const { status, body } = ending.reply
  const json = typeof body === 'string' ? undefined : JSON.parse(JSON.stringify(body))
  return { kind: 'response', status, json, date: ministryNow(network) }
}

const endingOf = ({ ministry }: Network, post: Post) =>
  ministry.answer({
    method: post.body === null ? 'GET' : 'POST',
    path: post.path,
    headers: {
      'content-type': post.contentType,
      'user-agent': 'sello',
      authorization: post.token ?? '',
    },
    body: post.body ?? '',
  })

/** The ministry's clock. */
export const ministryNow = ({
  schedule,
  ministryAheadMs,
}: Pick<Network, 'schedule' | 'ministryAheadMs'>) =>
  new Date(schedule.now().getTime() + ministryAheadMs)
