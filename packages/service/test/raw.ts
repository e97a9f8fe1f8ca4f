/** Raw connections: sends bytes unchanged, and collects what is received. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { until } from './until.ts'

export interface Raw {
  readonly socket: Socket
  write(bytes: string | Buffer): void
  /** What was received so far. */
  text(): string
  /** What was received when the other side closed the connection. */
  ended(): Promise<string>
  /** Waits until the received text matches. */
  until(pattern: RegExp): Promise<string>
}

export async function openRaw(port: number): Promise<Raw> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString()
  socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {})
  // A reset is an end too; `once` would reject with it.
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await once(socket, 'connect')
  return {
    socket,
    write: (bytes) => void socket.write(bytes),
    text,
    ended: () => closed.then(text),
    until(pattern) {
      return until(`${pattern} has come`, () => {
        const came = text()
        if (pattern.test(came)) return came
        if (socket.closed) throw new Error(`the connection ended after: ${came.slice(0, 500)}`)
        return null
      })
    },
  }
}

/** The status of each answer, in their order. */
export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
