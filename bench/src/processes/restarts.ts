/**
 * `npm run bench -- restarts`: calls of the client library while the processes are restarted one after the other. Each
 * call must be settled by the library's own repeats, and no sale be issued twice.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Sello } from '@sello/client'
import { childrenOf } from '../process.ts'
import { startWorld, type World } from '../world.ts'

const SALE = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 1, precioUni: 5.65, tipoItem: 1 }],
} as const

interface Seen {
  settled: number
  /** Attempts that were repeated, by their reason. */
  readonly repeated: Map<string, number>
  /** Calls that ended without an answer, by their reason. */
  readonly lost: Map<string, number>
}

/** The exit code: 1 where a call was lost, or a sale was issued twice. */
export async function measureRestarts(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      calls: { type: 'string', default: '10000' },
      restarts: { type: 'string', default: '5' },
      processes: { type: 'string', default: '2' },
      callers: { type: 'string', default: '16' },
    },
  })
  const together = Number(values.processes)
  const world = await startWorld(0, { together })
  try {
    const seen: Seen = { settled: 0, repeated: new Map(), lost: new Map() }
    const calls = Number(values.calls)
    const calling = call(world, seen, { calls, callers: Number(values.callers) })
    const restarts = Number(values.restarts)
    for (let n = 1; n <= restarts; n++) {
      while (seen.settled < (n * calls) / (restarts + 2)) await sleep(20)
      await restart(world.service.pid, together)
      process.stderr.write(`restart ${n}: ${seen.settled} calls settled\n`)
    }
    const before = seen.settled
    await calling
    const { n, numbers } = await world.administer(({ pool }) =>
      pool.one<{ n: bigint; numbers: bigint }>(
        `select count(*) as n, count(distinct numero_control) as numbers from documents where estado = 'sellado'`,
      ),
    )
    const isWhole = seen.lost.size === 0 && Number(n) === calls && Number(numbers) === calls
    process.stdout.write(
      `${calls} calls, ${restarts} restarts of ${together} processes (the last ended at call ${before}): ${seen.settled} settled, lost ${said(seen.lost)}; repeated by the library ${said(seen.repeated)}; ${n} sealed documents with ${numbers} numbers: ${isWhole ? 'whole' : 'NOT WHOLE'}\n`,
    )
    return isWhole ? 0 : 1
  } finally {
    await world.stop()
  }
}

/** Every caller calls again as soon as it is answered. */
async function call(
  { url, key }: World,
  seen: Seen,
  { calls, callers }: { readonly calls: number; readonly callers: number },
): Promise<void> {
  const sello = new Sello({
    ...{ baseUrl: url, apiKey: key.apiKey, signKey: key.signKey ?? '' },
    hooks: { onRetry: ({ code, status }) => count(seen.repeated, code ?? String(status)) },
  })
  let left = calls
  const caller = async () => {
    while (left-- > 0) {
      try {
        await sello.issue({ ...SALE, referencia: randomUUID() })
        seen.settled += 1
      } catch (error) {
        count(seen.lost, (error as { code?: string }).code ?? String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
}

/** Resolves when every process is another one, and the former ones have gone. */
async function restart(primary: number, processes: number): Promise<void> {
  const former = childrenOf(primary)
  process.kill(primary, 'SIGUSR2')
  for (;;) {
    await sleep(50)
    const present = childrenOf(primary)
    if (present.length === processes && !present.some((pid) => former.includes(pid))) return
  }
}

function count(reasons: Map<string, number>, reason: string): void {
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
}

const said = (reasons: ReadonlyMap<string, number>) =>
  reasons.size === 0 ? 'none' : [...reasons].map(([why, n]) => `${n} ${why}`).join(', ')
