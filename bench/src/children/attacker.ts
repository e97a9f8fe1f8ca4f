/**
 * The attacker as a separate process: carries out the plan of a file until SIGTERM, then writes its report beside
 * it. It has a low priority, so that on two cores it takes little from the service it attacks.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { AttackerReport, Lane, Plan } from '../attacks/plan.ts'

/** The lowest priority would end the attack whenever the service is busy. */
const NICE = 10
/** Before a connection that could not be opened is tried again. */
const AGAIN_MS = 100

const [planFile = '', reportFile = ''] = process.argv.slice(2)
const { urls, ids, lanes }: Plan = JSON.parse(await readFile(planFile, 'utf8'))
const answers: Record<string, Record<string, number>> = Object.fromEntries(
  lanes.map(({ name }) => [name, {}]),
)
const open = new Set<Client>()
let isRunning = true
let idsUsed = 0
let connections = 0

setPriority(NICE)
const began = process.cpuUsage()
for (const lane of lanes) {
  for (let at = 0; at < lane.connections; at++) void attack(lane, at)
}
process.stdout.write(`${JSON.stringify({ url: planFile })}\n`)
process.once('SIGTERM', () => void stop())

async function attack(lane: Lane, at: number): Promise<void> {
  const { name, calls, headers, callsPerConnection } = lane
  const counts = answers[name] ?? {}
  const connection = connections++
  const url = urls[connection % urls.length] ?? ''
  const connect = { localAddress: addressOf(lane, connection) }
  for (let sent = at; isRunning; ) {
    const client = new Client(url, { connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
    open.add(client)
    try {
      for (
        let left = callsPerConnection ?? Number.POSITIVE_INFINITY;
        left > 0 && isRunning;
        left--
      ) {
        const { method, path, body } = calls[sent++ % calls.length] as Lane['calls'][number]
        const given = path.replace('{id}', () => ids[idsUsed++ % ids.length] ?? '')
        const response = await client.request({ method, path: given, headers, body })
        for await (const _ of response.body); // read to its end, or the connection is lost
        count(counts, String(response.statusCode))
      }
    } catch (error) {
      if (!isRunning) return
      count(counts, (error as NodeJS.ErrnoException).code ?? 'error')
      await sleep(AGAIN_MS)
    } finally {
      open.delete(client)
      client.destroy().catch(() => {}) // it may have broken before
    }
  }
}

function count(counts: Record<string, number>, outcome: string): void {
  counts[outcome] = (counts[outcome] ?? 0) + 1
}

/** Every address of 127.0.0.0/8 is this machine; the callers of the sales are 127.0.0.1. */
function addressOf({ from }: Lane, connection: number): string {
  if (from === 'one') return '127.0.0.9'
  return `127.${1 + Math.floor(connection / 250)}.${1 + (connection % 250)}.9`
}

async function stop(): Promise<void> {
  isRunning = false
  for (const client of open) client.destroy().catch(() => {})
  const { user, system } = process.cpuUsage(began)
  const report: AttackerReport = { answers, cpuMs: (user + system) / 1000 }
  await writeFile(reportFile, JSON.stringify(report))
  process.exit(0)
}
