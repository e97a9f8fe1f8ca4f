/** How a company is registered in a running simulator, and what is told where none answers. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startScripted } from '../test/scripted-service.ts'
import { registerTaxpayer } from './simulator-control.ts'

const TAXPAYER = { nit: '1', nombre: 'Ana', password: 'Clave-Api-1', publicKeyPem: 'pem' }
let service: Awaited<ReturnType<typeof startScripted>>
before(async () => {
  service = await startScripted()
})
after(() => service.stop())

test('all of the company is sent, whatever slashes its address ends with', async (t) => {
  const asks: number[] = []
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    asks.push(ms)
    return new AbortController().signal
  })
  const asked = service.answerEach(() => ({ status: 201, body: {} }))
  for (const slashes of ['', '/', '//']) await registerTaxpayer(service.url + slashes, TAXPAYER)
  assert.deepEqual(
    asked.map(({ line, body }) => [line, body]),
    Array(3).fill(['POST /_sim/taxpayers', TAXPAYER]),
  )
  assert.deepEqual(asks, Array(3).fill(10_000))
})

test('whatever is no simulator is told with its address and what to start', async () => {
  const message = `--simulator: en ${service.url} no responde un simulador. Póngalo en marcha con "sello simulator" y repita.`
  for (const [status, cause] of [
    [404, /status 404/],
    [302, /fetch failed/],
  ] as const) {
    service.answer(() => ({ status, body: {}, headers: { location: '/' } }))
    await assert.rejects(registerTaxpayer(service.url, TAXPAYER), (error: Error) => {
      assert.deepEqual([error.name, error.message], ['CliError', message])
      assert.match(String(error.cause), cause)
      return (error as { ending?: string }).ending === 'unavailable'
    })
  }
})
