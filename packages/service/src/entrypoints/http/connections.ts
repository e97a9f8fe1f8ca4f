/**
 * Limits of HTTP connections: how many in total and for each address, and how long a client may take to read a
 * response. At the limit the connection that has been idle longest is closed, so idle ones keep nobody out. Node's
 * own timeouts limit how long a request takes to arrive.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { BlockList, isIPv4, Server as NetServer, type Socket } from 'node:net'
import { readAddress } from '../../base/net/ip-ranges.ts'
import { networkOf } from '../../base/net/network.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'

export interface ConnectionLimits {
  readonly total: number
  /** Connections per IPv4 address or IPv6 /64 network; a trusted proxy may use all. */
  readonly perAddress: number
  /** From the first byte of a request to its last, and separately for its headers. */
  readonly arriveMs: number
  /** From the end of a response until the client has read it. */
  readonly readMs: number
  /** From the start of a stop until the headers of an arriving request are complete. */
  readonly stopMs: number
  /** A connection whose call is not answered lasts this long. */
  readonly abandonedMs: number
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  total: 4_096,
  perAddress: 1_024,
  arriveMs: 30_000,
  readMs: 2 * MINUTE_MS,
  stopMs: 2_000,
  abandonedMs: 10_000,
}

/** Pipelined calls of one connection: above this number it is not read until some are answered. */
export const PIPELINED_MAX = 16
/** Calls already read above this number are refused. */
export const PIPELINED_SERVED_MAX = 64

export type Refusing = 'total' | 'address'

export interface Connections {
  /** The unanswered calls of a connection, in order. */
  callsOf(socket: Socket): readonly IncomingMessage[]
  /** Whether this connection has so many pending calls that its latest is refused. */
  isCrowded(socket: Socket): boolean
  /** A call of this connection waits for the pace. While all of its calls do, it is the first to be closed for another. */
  holdBack(socket: Socket): void
  /** That call waits no more. */
  release(socket: Socket): void
  /** The connection is not read or answered any more, and ends after a while: a new one would ask again at once. */
  abandon(socket: Socket): void
  /** No call of this connection is read any more: it ends once those that it has are answered. */
  endOnceAnswered(socket: Socket): void
  count(): { readonly busy: number; readonly idle: number }
  /**
   * Accepts no more connections, and lets callers end those that they have: from now on answers must say
   * `Connection: close`. Resolves when none is left, or after `ms`.
   */
  retire(ms: number): Promise<void>
  /** Whether answers must say `Connection: close`. */
  isRetiring(): boolean
  /**
   * Stops: closes idle connections and abandoned ones at once, whether they were ever used or not, and the others once their calls are
   * answered.
   */
  drain(): void
}

interface State {
  readonly peer: string
  readonly calls: IncomingMessage[]
  /** Bytes read when its last call was answered. */
  bytesRead: number
  /** It ends once its calls are answered. */
  isLast: boolean
  /** Calls that wait for the pace. */
  held: number
  isAbandoned: boolean
}

export interface Bounds {
  readonly limits: ConnectionLimits
  readonly trustedProxies: readonly string[]
  /** Closes a connection that is not served, with a reason if possible. */
  refuse(socket: Socket): void
  /** Counts a connection that was refused, or closed to admit another. */
  count(outcome: 'refused' | 'evicted', by: Refusing): void
}

export function boundConnections(server: Server, bounds: Bounds): Connections {
  const { limits } = bounds
  const states = new Map<Socket, State>()
  const idle = new Set<Socket>() // longest idle first
  const idleOf = new Map<string, Set<Socket>>()
  /** Connections of strangers of which no call is served, longest first. */
  const heldBack = new Set<Socket>()
  const countOf = new Map<string, number>()
  const connectionsOf = (peer: string) => countOf.get(peer) ?? 0
  const callsOf = (socket: Socket) => states.get(socket)?.calls ?? []
  const isTrusted = trusted(bounds.trustedProxies)
  let isStopping = false
  let onNoneLeft: (() => void) | null = null

  const rest = (socket: Socket, state: State) => {
    state.bytesRead = socket.bytesRead
    idle.add(socket)
    const ofPeer = idleOf.get(state.peer) ?? new Set()
    idleOf.set(state.peer, ofPeer.add(socket))
  }
  const unrest = (socket: Socket, { peer }: State) => {
    idle.delete(socket)
    const ofPeer = idleOf.get(peer)
    ofPeer?.delete(socket)
    if (ofPeer?.size === 0) idleOf.delete(peer)
  }
  const forget = (socket: Socket) => {
    const state = states.get(socket)
    if (!state) return
    states.delete(socket)
    heldBack.delete(socket)
    unrest(socket, state)
    const left = connectionsOf(state.peer) - 1
    if (left === 0) countOf.delete(state.peer)
    else countOf.set(state.peer, left)
    if (states.size === 0) onNoneLeft?.()
  }
  /** Those that are held back before those that are idle: known callers keep their connections. */
  const firstOfAll = () => heldBack.values().next().value ?? idle.values().next().value
  const firstOf = (peer: string) => {
    for (const socket of heldBack) if (states.get(socket)?.peer === peer) return socket
    return idleOf.get(peer)?.values().next().value
  }
  /** Later, because node reads on when the call that just came is complete. */
  const stopReading = (socket: Socket, state: State) =>
    process.nextTick(() => {
      if (state.isAbandoned || state.calls.length >= PIPELINED_MAX) socket.pause()
    })
  /** Whether one more connection may be admitted, closing another if necessary. */
  const admits = (peer: string, isProxy: boolean): boolean => {
    const overAddress = !isProxy && connectionsOf(peer) >= limits.perAddress
    const by = overAddress ? 'address' : states.size >= limits.total ? 'total' : null
    if (by === null) return true
    const oldest = by === 'address' ? firstOf(peer) : firstOfAll()
    bounds.count(oldest ? 'evicted' : 'refused', by)
    if (!oldest) return false
    forget(oldest)
    oldest.destroy()
    return admits(peer, isProxy)
  }

  server.on('connection', (socket: Socket) => {
    const address = readAddress(socket.remoteAddress ?? '') ?? ''
    const peer = networkOf(address)
    if (!admits(peer, isTrusted(address))) {
      bounds.refuse(socket)
      return
    }
    const state: State = {
      peer,
      calls: [],
      bytesRead: socket.bytesRead,
      isLast: false,
      held: 0,
      isAbandoned: false,
    }
    states.set(socket, state)
    countOf.set(peer, connectionsOf(peer) + 1)
    rest(socket, state)
    socket.once('close', () => forget(socket))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const state = states.get(socket)
    if (!state) return
    state.calls.push(request)
    if (!state.isAbandoned) heldBack.delete(socket)
    unrest(socket, state)
    stopReading(socket, state)
    endUnread(socket, response, limits.readMs)
    response.once('close', () => {
      state.calls.splice(state.calls.indexOf(request), 1)
      if (state.calls.length === PIPELINED_MAX - 1 && !state.isAbandoned) socket.resume()
      if (state.calls.length > 0 || !states.has(socket)) return
      rest(socket, state)
      if (isStopping || state.isLast) socket.destroySoon() // the answer may have announced keep-alive
    })
  })
  return {
    isCrowded: (socket) => callsOf(socket).length > PIPELINED_SERVED_MAX,
    holdBack(socket) {
      const state = states.get(socket)
      if (!state) return
      state.held += 1
      if (state.held >= state.calls.length) heldBack.add(socket)
    },
    release(socket) {
      const state = states.get(socket)
      if (!state) return
      state.held -= 1
      heldBack.delete(socket)
    },
    abandon(socket) {
      const state = states.get(socket)
      if (!state || state.isAbandoned) return
      state.isAbandoned = true
      bounds.count('refused', 'total')
      stopReading(socket, state)
      heldBack.add(socket)
      setTimeout(() => socket.destroy(), limits.abandonedMs).unref()
    },
    callsOf,
    endOnceAnswered(socket) {
      const state = states.get(socket)
      if (state) state.isLast = true
    },
    count: () => ({ busy: states.size - idle.size, idle: idle.size }),
    retire(ms) {
      NetServer.prototype.close.call(server) // http's own would cut off the idle ones
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms)
        onNoneLeft = () => {
          clearTimeout(timer)
          resolve()
        }
        if (states.size === 0) onNoneLeft()
      })
    },
    isRetiring: () => onNoneLeft !== null,
    drain() {
      isStopping = true
      for (const socket of heldBack) socket.destroy()
      for (const socket of idle) {
        if (socket.bytesRead === states.get(socket)?.bytesRead) socket.destroy()
      }
      const closeIdle = () => {
        for (const socket of idle) socket.destroy()
      }
      setTimeout(closeIdle, limits.stopMs).unref()
    },
  }
}

/** Limits how long a client may leave its response unread in our memory. */
function endUnread(socket: Socket, response: ServerResponse, readMs: number): void {
  response.once('prefinish', () => {
    if (socket.destroyed) return // no later event would clear it
    const timer = setTimeout(() => socket.destroy(), readMs)
    response.once('close', () => clearTimeout(timer))
  })
}

function trusted(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    list.addSubnet(
      address,
      bits === undefined ? (family === 'ipv4' ? 32 : 128) : Number(bits),
      family,
    )
  }
  return (address) => address !== '' && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}
