/** The service in a process of its own, as `sello start` runs it. Prints where it listens. */
import { readConfig, startService } from '@sello/service'

const service = await startService(readConfig(process.env))
process.stdout.write(`${JSON.stringify({ url: service.url })}\n`)
process.once('SIGTERM', () => {
  void service.stop().then(() => process.exit(0))
})
