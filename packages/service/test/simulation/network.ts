/** The path to the ministry: each request arrives as a separate step, or late, or its answer is lost. */
import type { InProcess } from '@sello/mh-simulator'
import type { Exchange, Post, Raw } from '../../src/mh/exchange.ts'
import type { Dice } from '../crash/dice.ts'
import type { Owner, Schedule } from './schedule.ts'

export interface Network {
  readonly ministry: InProcess
  readonly schedule: Schedule
  readonly dice: Dice
  /** So many of the next requests arrive after their sender gave up. */
  late: number
  /** While it is true nothing arrives. */
  isDown: boolean
}

const UNAVAILABLE: Raw = { kind: 'silence', why: 'timeout', code: 'TIMEOUT' }
/** The network itself, which outlives every process. */
const NETWORK: Owner = { name: 'network', alive: true }
const LATE_MS_MAX = 45_000
const SLOW_MS_MAX = 6_000

export function createSteppedExchange(owner: Owner, network: Network): Exchange {
  const { schedule, dice } = network
  return {
    async post(post) {
      const raw = await schedule.act({
        owner,
        label: `asks ${post.path}`,
        run: () => arrive(network, post),
      })
      if (raw === UNAVAILABLE) await schedule.sleep(owner, post.timeoutMs)
      else if (dice.between(1, 6) === 1) await schedule.sleep(owner, dice.between(1, SLOW_MS_MAX))
      return raw
    },
    readDate: async () => null,
    close: async () => {},
  }
}

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

async function answered({ ministry, schedule }: Network, post: Post): Promise<Raw> {
  const ending = await ministry.answer({
    method: post.body === null ? 'GET' : 'POST',
    path: post.path,
    headers: {
      'content-type': post.contentType,
      'user-agent': 'sello',
      authorization: post.token ?? '',
    },
    body: post.body ?? '',
  })
  if (ending.kind === 'silence') return UNAVAILABLE
  if (ending.kind === 'drop') return { kind: 'silence', why: 'unreachable', code: 'ECONNRESET' }
  const { status, body } = ending.reply
  const json = typeof body === 'string' ? undefined : JSON.parse(JSON.stringify(body))
  return { kind: 'response', status, json, date: schedule.now() }
}
