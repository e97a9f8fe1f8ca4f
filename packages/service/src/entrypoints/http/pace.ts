/**
 * The pace of answers that no known caller waits for: to a call without a known key or session, and each refusal of
 * too many calls, or of a reading call. A caller who sends the next call when the last one is answered sends only as many as are answered,
 * so 900 connections of strangers take a fixed small share of the processor (ADR 0012).
 */
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../base/clock.ts'
import { networkOf, peerOf } from '../../base/net/network.ts'
import { shareOf } from '../../base/share.ts'
import type { Connections } from './connections.ts'

/** Answers at once after a pause: a few pages of the console with all their files. */
const BURST = 400
/** In the long run, over the processes of the machine. Each costs about a quarter of a millisecond. */
const PER_SECOND = 200
/** More are not held in memory, over the processes of the machine. */
const WAITING_MAX = 4_096
/** Networks whose last answer is remembered; the one answered longest ago is forgotten first. */
const NETWORKS_MAX = 10_000
const EVERY_MS = 10
/** An answer counts once more for each of these. */
const BYTES_EACH = 64 * 1024

export interface Pace {
  /**
   * Calls `send` once, as soon as the pace allows it, or never if the returned function is called before. Null if
   * too many wait already. Of those who wait, the network that was answered longest ago is first, so that a probe
   * or a person is answered before a flood.
   */
  wait(network: string, send: () => void): (() => void) | null
  /** A large answer counts as several. */
  charge(bytes: number): void
  /** Sends all that wait, and delays none any more: the process stops. */
  end(): void
}

interface Waiting {
  readonly sinceMs: number
  readonly sends: Set<() => void>
}

export function createPace({ now, sleep }: Clock, processes = 1): Pace {
  const perSecond = PER_SECOND / processes
  const waitingMax = shareOf(WAITING_MAX, processes)
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
    left = Math.min(BURST, left + (Math.max(0, nowMs - atMs) / 1_000) * perSecond)
    atMs = nowMs
    if (left < 1) return false
    left -= 1
    answered.delete(network)
    answered.set(network, nowMs)
    if (answered.size > NETWORKS_MAX) answered.delete(answered.keys().next().value as string)
    return true
  }

  /** False if it does not wait any more. */
  function leave(network: string, send: () => void): boolean {
    const { sends } = networks.get(network) ?? {}
    if (!sends?.delete(send)) return false
    if (sends.size === 0) networks.delete(network)
    waiting -= 1
    return true
  }

  /**
   * A network that is not remembered counts as answered when it began to wait, or new addresses would be first. Null:
   * nobody waits.
   */
  function first(): string | null {
    let found: string | null = null
    let longestMs = Number.POSITIVE_INFINITY
    for (const [network, { sinceMs }] of networks) {
      const ms = answered.get(network) ?? sinceMs
      if (ms >= longestMs) continue
      found = network
      longestMs = ms
    }
    return found
  }

  async function sendInTurn(): Promise<void> {
    isSending = true
    while (waiting > 0) {
      await sleep(EVERY_MS)
      for (let network = first(); network !== null && take(network); network = first()) {
        const [send] = networks.get(network)?.sends ?? []
        if (send && leave(network, send)) send()
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
      if (waiting >= waitingMax) return null
      const known = networks.get(network) ?? { sinceMs: now().getTime(), sends: new Set() }
      networks.set(network, known)
      known.sends.add(send)
      waiting += 1
      if (!isSending) void sendInTurn()
      return () => leave(network, send)
    },
    charge(bytes) {
      left -= Math.floor(bytes / BYTES_EACH)
    },
    end() {
      isEnded = true
      for (const [network, { sends }] of networks) {
        for (const send of [...sends]) if (leave(network, send)) send()
      }
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The header by which a caller of the route may become known; absent: nobody does. */
    credential?: 'x-service-key' | 'cookie' | 'authorization'
  }
  interface FastifyRequest {
    /** Once the call has waited for the pace. */
    isPaced?: true
  }
}

interface Paced {
  readonly connections: Connections
  /** How many processes share the pace. */
  readonly processes: number
  isKnown(request: FastifyRequest): boolean
}

/**
 * Serves each call of `app` at once, or at its pace if nobody known makes it: before anything is done for it where
 * it has no credential, else before its answer is sent.
 */
export function addPace(app: FastifyInstance, clock: Clock, paced: Paced): void {
  const { connections, isKnown } = paced
  const pace = createPace(clock, paced.processes)
  const waiting = new WeakMap<Socket, Set<() => void>>()
  app.addHook('onRequest', (request, _reply, next) => {
    const { credential } = request.routeOptions.config
    if (credential && request.headers[credential] !== undefined) next()
    else hold(request, next)
  })
  app.addHook('onSend', (request, reply, payload, next) => {
    if (!isKnown(request) && isSized(payload)) pace.charge(payload.length)
    if (request.isPaced || (isKnown(request) && !isTooMany(request, reply))) next()
    else hold(request, next)
  })
  app.addHook('preClose', async () => pace.end())

  /** A caller who is not answered, because too many wait, is abandoned. */
  function hold(request: FastifyRequest, next: () => void): void {
    const { socket } = request.raw
    let leave: (() => void) | null = null
    leave = pace.wait(networkOf(peerOf(request) ?? ''), () => {
      request.isPaced = true
      if (leave) {
        waiting.get(socket)?.delete(leave)
        connections.release(socket)
      }
      next()
    })
    if (request.isPaced) return
    if (leave === null) {
      connections.abandon(socket)
    } else {
      leavesOf(socket).add(leave)
      connections.holdBack(socket)
    }
  }

  /** What leaves when the caller does: the answers behind the first of a connection do not hear of it. */
  function leavesOf(socket: Socket): Set<() => void> {
    const known = waiting.get(socket)
    if (known) return known
    const leaves = new Set<() => void>()
    waiting.set(socket, leaves)
    socket.once('close', () => {
      for (const leave of leaves) leave()
    })
    return leaves
  }
}

/** A caller who reads more than it may gets 503 at once, and would ask again at once. */
const isTooMany = ({ method }: FastifyRequest, { statusCode }: FastifyReply) =>
  statusCode === 429 || (statusCode === 503 && method === 'GET')

const isSized = (payload: unknown): payload is string | Buffer =>
  typeof payload === 'string' || Buffer.isBuffer(payload)
