/**
 * Responses outside a call: the bytes were not HTTP, came too late, or the server is full. They look like every
 * other response and close the connection.
 */
import type { Socket } from 'node:net'
import { Refused } from '@sello/contract'
import type { Connections } from './connections.ts'
import { errorBody, JSON_TYPE, retryAfterOf, statusOf } from './errors.ts'

/**
 * Sends nothing while calls are pending: a client would read it as the response to one of them, which may spend a
 * number. Those are answered first. A call whose own body is unreadable gets this response.
 */
export function answerUnparsed(error: Error, socket: Socket, connections: Connections): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const [first] = connections.callsOf(socket)
  if (first?.complete) {
    connections.endOnceAnswered(socket)
    return
  }
  refuseRaw(socket, new Refused('invalid_request', messageOf(error), { field: 'request' }))
}

/** 503 for a call above the number served at a time. */
export function crowded(): Refused<'service_unavailable'> {
  const message = 'Hay demasiadas llamadas a la vez. Repita en unos segundos.'
  return new Refused('service_unavailable', message, {})
}

/** Nothing of the call was read, so nothing was spent. */
export function refuseCrowded(socket: Socket): void {
  socket.on('error', () => {}) // the client may be gone
  socket.write(rawAnswer(crowded()))
  socket.destroy() // no further byte is read
}

function refuseRaw(socket: Socket, refused: Refused): void {
  socket.write(rawAnswer(refused))
  socket.destroySoon()
}

function messageOf(error: Error): string {
  const code = 'code' in error ? error.code : null
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 'La petición no llegó completa a tiempo.'
  if (code === 'HPE_HEADER_OVERFLOW') return 'Los encabezados pasan de 16 KB.'
  return 'La petición no es HTTP válido.'
}

function rawAnswer(refused: Refused): string {
  const status = statusOf(refused.code)
  const seconds = retryAfterOf(refused)
  const body = errorBody(refused)
  const lines = [
    `HTTP/1.1 ${status} ${status === 503 ? 'Service Unavailable' : 'Bad Request'}`,
    `Content-Type: ${JSON_TYPE}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...(seconds === null ? [] : [`Retry-After: ${seconds}`]),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
