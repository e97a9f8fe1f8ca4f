/** The ministry as a separate process. Prints its address as one line of JSON. */
import { startSimulator } from '@sello/mh-simulator'

const latencyMs = Number(process.argv[2] ?? 0)
const simulator = await startSimulator({ latencyMs, ledgerJws: false })
process.stdout.write(`${JSON.stringify({ url: simulator.url })}\n`)
process.once('SIGTERM', () => {
  void simulator.close().then(() => process.exit(0))
})
