/** What a world's process has counted, as its operator reads it, without asking the database. */
import { toText } from '../src/base/telemetry/figures.ts'
import type { World } from './world.ts'

export async function metricsText({ deps }: World): Promise<string> {
  const now = deps.clock.now()
  const nothing = { pools: {}, deadlines: null, backlog: null, machines: new Map() } as const
  return toText([
    await deps.metrics.read({ ...nothing, fenceIsOpen: true, now, up: { '00': true, '01': true } }),
  ])
}
