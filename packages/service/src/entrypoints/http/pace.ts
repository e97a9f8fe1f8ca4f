/**
 * The pace of answers that no known caller waits for: to a call without a known key or session, and each refusal of
 * too many calls. A caller who sends the next call when the last one is answered sends only as many as are answered,
 * so 900 connections of strangers take a fixed small share of the processor (ADR 0012).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import { networkOf, peerOf } from '../../base/net/network.ts'
import type { Connections } from './connections.ts'

/** Answers at once after a pause: a few pages of the console with all their files. */
const BURST = 400
/** In the long run, by process. Each costs about a quarter of a millisecond. */
const PER_SECOND = 200
/** More are not held in memory. */
const WAITING_MAX = 4_096
/** Networks whose last answer is remembered; the one answered longest ago is forgotten first. */
const NETWORKS_MAX = 10_000
const EVERY_MS = 10

export interface Pace {
  /**
   * Calls `send` once, as soon as the pace allows it or the returned function is called. Null, without calling it,
   * if too many wait already. Of those who wait, the network that was answered longest ago is first, so that a probe
   * or a person is answered before a flood.
   */
  wait(network: string, send: () => void): (() => void) | null
  /** Sends all that wait, and delays none any more: the process stops. */
  end(): void
}

interface Waiting {
  readonly sinceMs: number
  readonly sends: Set<() => void>
}

export function createPace({ now, sleep }: Clock): Pace {
  const networks = new Map<string, Waiting>()
  /** When each network was last answered, oldest first. */
  const answered = new Map<string, number>()
  let left = BURST
  let atMs = now().getTime()
  let waiting = 0
  let isSending = false
  let isEnded = false

  /** Takes one of the answers that the pace allows by now. */
  function take(network: string): boolean {
    const nowMs = now().getTime()
    left = Math.min(BURST, left + (Math.max(0, nowMs - atMs) / 1_000) * PER_SECOND)
    atMs = nowMs
    if (left < 1) return false
    left -= 1
    answered.delete(network)
    answered.set(network, nowMs)
    if (answered.size > NETWORKS_MAX) answered.delete(answered.keys().next().value as string)
    return true
  }

  function leave(network: string, send: () => void): void {
    const { sends } = networks.get(network) ?? {}
    if (!sends?.delete(send)) return
    if (sends.size === 0) networks.delete(network)
    waiting -= 1
    send()
  }

  /** A network that is not remembered counts as answered when it began to wait, or new addresses would be first. */
  function first(): string {
    let [found, longestMs] = ['', Number.POSITIVE_INFINITY]
    for (const [network, { sinceMs }] of networks) {
      const ms = answered.get(network) ?? sinceMs
      if (ms < longestMs) [found, longestMs] = [network, ms]
    }
    return found
  }

  async function sendInTurn(): Promise<void> {
    isSending = true
    while (waiting > 0) {
      await sleep(EVERY_MS)
      for (let network = first(); waiting > 0 && take(network); network = first()) {
        const [send] = networks.get(network)?.sends ?? []
        if (send) leave(network, send)
      }
    }
    isSending = false
  }

  return {
    wait(network, send) {
      if (isEnded || (waiting === 0 && take(network))) {
        send()
        return () => {}
      }
      if (waiting >= WAITING_MAX) return null
      const known = networks.get(network) ?? { sinceMs: now().getTime(), sends: new Set() }
      networks.set(network, known)
      known.sends.add(send)
      waiting += 1
      if (!isSending) void sendInTurn()
      return () => leave(network, send)
    },
    end() {
      isEnded = true
      for (const [network, { sends }] of networks) {
        for (const send of [...sends]) leave(network, send)
      }
    },
  }
}

interface Paced {
  readonly connections: Connections
  isKnown(request: FastifyRequest): boolean
}

/** Sends each answer of `app` at once, or at its pace if nobody known waits for it. */
export function addPace(app: FastifyInstance, clock: Clock, { connections, isKnown }: Paced): void {
  const pace = createPace(clock)
  app.addHook('onSend', (request, reply, _payload, send) => {
    if (isKnown(request) && reply.statusCode !== 429) send()
    else hold(request, reply, send)
  })
  app.addHook('preClose', async () => pace.end())

  /** A caller whose answer is not sent, because too many wait for theirs, is disconnected. */
  function hold(request: FastifyRequest, reply: FastifyReply, send: () => void): void {
    let isSent = false
    const leave = pace.wait(networkOf(peerOf(request) ?? ''), () => {
      isSent = true
      send()
    })
    if (isSent) return
    if (leave === null) {
      reply.raw.destroy()
      send()
    } else {
      reply.raw.once('close', leave) // the caller is gone
      connections.holdBack(request.raw.socket)
    }
  }
}
