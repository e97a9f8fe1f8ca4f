/** Whether a service sells on a database. */
import assert from 'node:assert/strict'
import { Sello } from '@sello/client'
import { startSimulator } from '@sello/mh-simulator'
import { readConfig, startService } from '@sello/service'
import { withAdmin } from '@sello/service/admin'
import { prepareCompany } from '../src/demo/prepare.ts'

const SALES = 60

export interface Selling {
  /** Of the database. */
  readonly url: string
  /** SELLO_PREPARED_STATEMENTS; `on` if absent. */
  readonly preparedStatements?: string
  readonly dataDir: string
}

/** Sets up a company, and seals its sales by two services at once: none is refused and no number is used twice. */
export async function assertSells(selling: Selling): Promise<void> {
  const ministry = await startSimulator({ port: 0 })
  const config = readConfig({
    DATABASE_URL: selling.url,
    SELLO_PREPARED_STATEMENTS: selling.preparedStatements ?? 'on',
    SELLO_DATA_DIR: selling.dataDir,
    SELLO_MH_TEST_URL: ministry.url,
    ...{ SELLO_PORT: '0', SELLO_CLOCK_PORT: 'off', SELLO_OPERATOR_PORT: 'off' },
    SELLO_LOG_LEVEL: 'silent',
  })
  const state = await withAdmin(config, (admin) => prepareCompany(admin, config.dataDir))
  const { nit, nombre, mhPassword: password, publicKeyPem } = state
  await fetch(`${ministry.url}/_sim/taxpayers`, {
    method: 'POST',
    body: JSON.stringify({ nit, nombre, password, publicKeyPem }),
  })
  const services = [await startService(config), await startService(config)]
  try {
    const [key] = state.keys
    const { apiKey, signKey } = key ?? {}
    assert.ok(apiKey && signKey)
    const items = [{ descripcion: 'Café', cantidad: 1, precioUni: 5 }]
    const issued = await Promise.all(
      Array.from({ length: SALES }, (_, n) => {
        const { url: baseUrl = '' } = services[n % services.length] ?? {}
        return new Sello({ baseUrl, apiKey, signKey }).issue({ tipoDte: '01', items })
      }),
    )
    assert.deepEqual(
      issued.map(({ estado }) => estado),
      Array(SALES).fill('sellado'),
    )
    assert.equal(new Set(issued.map(({ numeroControl }) => numeroControl)).size, SALES)
  } finally {
    for (const { stop } of services) await stop()
    await ministry.close()
  }
}
