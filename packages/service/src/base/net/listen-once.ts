/** Listens for a moment, to learn whether a port is free, or which one is. */
import { createServer } from 'node:net'

/** The port, which another process may take afterwards; 0 finds any free one. Rejects if it cannot listen. */
export function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(port, host, () => {
      const { port: taken } = server.address() as { port: number }
      server.close(() => resolve(taken))
    })
  })
}
