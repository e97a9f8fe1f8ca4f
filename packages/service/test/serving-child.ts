/** One of several processes, without a service: it starts, answers and stops as the file says that a test writes. */
import { readFileSync } from 'node:fs'
import { Counter, Registry } from 'prom-client'
import { serve } from '../src/entrypoints/processes/serving.ts'

/** Nothing outlives the process of the test. */
const left = new Promise<void>((resolve) => process.once('disconnect', resolve))

const isToldTo = (what: string) => readFileSync(String(process.argv[2]), 'utf8') === what

const registry = new Registry()
new Counter({ name: 'calls', help: 'Calls.', registers: [registry] }).inc()
const counted = () => registry.getMetricsAsJSON()

await serve({
  async start() {
    if (isToldTo('fail')) throw new Error('no place')
    return {
      ...{ url: 'http://127.0.0.1:1', clockUrl: null, console: 'off' },
      facts: {
        readiness: async () => ({ isReady: true, problemas: [String(process.pid)] }),
        figures: () => (isToldTo('say nothing') ? Promise.reject(new Error('nothing')) : counted()),
        ministry: () => Promise.reject(new Error('no ministry')),
      },
      counted,
      stop: () => (isToldTo('stay') ? left : Promise.resolve()),
    }
  },
  explain: (error) => ({ ending: 'failed', message: String(error) }),
})
process.exit(0)
