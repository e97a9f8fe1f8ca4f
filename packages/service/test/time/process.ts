/** A process of the service on a world's database, whose machine's clock is wrong. */

import { fetch } from 'undici'
import type { Clock } from '../../src/base/clock.ts'
import { systemClock } from '../../src/base/clock.ts'
import { readConfig } from '../../src/base/config.ts'
import { startService } from '../../src/main.ts'
import { SALE, type World } from '../world.ts'

export interface WrongProcess {
  /** Sets the clock of its machine, from the right time. */
  move(ms: number): void
  issue(idempotencyKey: string): Promise<Answer>
  /** With the first company's key. */
  get(path: string): Promise<Answer>
  ready(): Promise<Answer>
  stop(): Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: read by the test that knows its shape
  readonly body: any
}

type Headers = Awaited<ReturnType<typeof fetch>>['headers']

/** Starts it; its jobs run as those of any process. `mhUrl`: in place of the world's simulator. */
export async function startWrongProcess(
  world: World,
  aheadMs: number,
  mhUrl = world.mh.url,
): Promise<WrongProcess> {
  const { masterKey, pepper } = world.deps.secrets
  const config = readConfig({
    DATABASE_URL: world.databaseUrl,
    SELLO_MASTER_KEY: masterKey.toString('base64url'),
    SELLO_PEPPER: pepper.toString('base64url'),
    SELLO_MH_TEST_URL: mhUrl,
    SELLO_PORT: '0',
    SELLO_LOG_LEVEL: 'silent',
  })
  let shiftMs = aheadMs
  const machine: Clock = {
    now: () => new Date(Date.now() + shiftMs),
    sleep: systemClock.sleep,
  }
  const service = await startService(config, undefined, machine)
  const { apiKey, signKey } = world.company.key
  const call = async (url: string, init: Parameters<typeof fetch>[1] = {}): Promise<Answer> => {
    const response = await fetch(url, init)
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  return {
    move(ms) {
      shiftMs = ms
    },
    issue: (idempotencyKey) =>
      call(`${service.url}/v1/dte`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-service-key': apiKey,
          'x-service-sign-key': signKey ?? '',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(SALE),
      }),
    get: (path) => call(service.url + path, { headers: { 'x-service-key': apiKey } }),
    ready: () => call(`${service.operatorUrl}/readyz`),
    stop: service.stop,
  }
}
