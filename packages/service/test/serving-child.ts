/** One of several processes, without a service: it starts, answers and stops as the file says that a test writes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { Counter, Registry } from 'prom-client'
import { serve } from '../src/entrypoints/processes/serving.ts'

/** Nothing outlives the process of the test. */
const left = new Promise<void>((resolve) => process.once('disconnect', resolve))

const told = String(process.argv[2])
const isToldTo = (what: string) => readFileSync(told, 'utf8') === what

const registry = new Registry()
const registers = [registry]
new Counter({ name: 'calls', help: 'Calls.', registers }).inc()
/** How long callers have to end their connections, as it was told when it stopped. */
const stops = new Counter({ name: 'stops', help: 'Stops.', labelNames: ['lingerMs'], registers })
const counted = () => registry.getMetricsAsJSON()

await serve({
  async start() {
    if (isToldTo('fail')) throw new Error('no place')
    if (isToldTo('serve alone')) writeFileSync(told, 'fail')
    return {
      ...{ url: 'http://127.0.0.1:1', clockUrl: null, console: 'off' },
      facts: {
        readiness: async () => ({ isReady: true, problemas: [String(process.pid)] }),
        figures: () => (isToldTo('say nothing') ? Promise.reject(new Error('nothing')) : counted()),
        ministry: () => Promise.reject(new Error('no ministry')),
      },
      counted,
      stop(lingerMs = Number.NaN) {
        stops.inc({ lingerMs })
        return isToldTo('stay') ? left : Promise.resolve()
      },
    }
  },
  explain: (error) => ({ ending: 'failed', message: String(error) }),
})
process.exit(0)
