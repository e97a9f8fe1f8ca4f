/** `sello start` with several processes, on the database and the ministry of a world. */
import { Sello } from '@sello/client'
import { until } from '../../service/test/until.ts'
import type { World } from '../../service/test/world.ts'
import { type Running, start } from './cli.ts'

export interface Together {
  readonly running: Running
  readonly baseUrl: string
  readonly operatorUrl: string
  readonly processes: number
  /** Those that serve now, as the log tells. */
  pids(): Promise<readonly number[]>
  /** Once this many serve. */
  untilServing(count: number): Promise<void>
  /** The value of a metric of all together. */
  metric(series: string): Promise<number>
}

/** What a process of this world needs to know. */
export function settingsOf({ deps, databaseUrl, mh }: World): Record<string, string> {
  const { masterKey, pepper } = deps.secrets
  return {
    DATABASE_URL: databaseUrl,
    SELLO_MASTER_KEY: masterKey.toString('base64url'),
    SELLO_PEPPER: pepper.toString('base64url'),
    SELLO_MH_TEST_URL: mh.url,
    SELLO_CLOCK_PORT: 'off',
    SELLO_OPERATOR_PORT: '0',
  }
}

/** Once all of them serve. */
export async function startTogether(
  world: World,
  cwd: string,
  processes: number,
): Promise<Together> {
  const args = ['start', '--port', '0', '--processes', String(processes), '--json']
  const running = start(args, { cwd, env: settingsOf(world) })
  const ready = await running.ready<{ baseUrl: string; operatorUrl: string; processes: number }>()
  const { operatorUrl } = ready
  const textOf = async (path: string) => (await fetch(operatorUrl + path)).text()
  return {
    ...{ running, ...ready },
    async pids() {
      const lines = (await running.said(/a process serves/)).split('\n')
      const told = lines.flatMap(
        (line) => /"process":(\d+),"msg":"a process serves"/.exec(line) ?? [],
      )
      return told.map(Number).filter(isAlive)
    },
    async untilServing(count) {
      const expected = '{"estado":"listo","problemas":[]}'
      await until(`${count} serve`, async () => (await textOf('/readyz')) === expected)
    },
    async metric(series) {
      const lines = (await textOf('/metrics')).split('\n')
      const line = lines.find((one) => one.startsWith(`${series} `))
      return Number(line?.slice(series.length + 1) ?? 0)
    },
  }
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A caller that repeats as the library does, sooner. */
export function callerOf({ company }: World, baseUrl: string): Sello {
  const { apiKey, signKey } = company.key
  const delaysMs = Array.from({ length: 40 }, () => 500)
  // A sale of a process that was killed is taken up when its lease ends, after a minute.
  return new Sello({
    baseUrl,
    apiKey,
    signKey: signKey ?? '',
    deadlineMs: 150_000,
    retry: { delaysMs },
  })
}
