/** A proxy that keeps every byte it is sent: request lines, headers and bodies. */
import { connect, createServer, type Socket } from 'node:net'

export interface ReadingProxy {
  readonly url: string
  /** Everything that callers sent so far, as Latin-1. */
  readonly sent: string
  close(): Promise<void>
}

/** Below HTTP: keeps the bytes as they were on the wire. */
export async function startReadingProxy(target: string): Promise<ReadingProxy> {
  const { hostname, port } = new URL(target)
  const chunks: Buffer[] = []
  const sockets = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.pipe(outgoing).pipe(incoming)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${own}`,
    get sent() {
      return Buffer.concat(chunks).toString('latin1')
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
