/** The ministry without a port, driven step by step. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { type Draft, factura, NIT, NOW } from '../test/documentos.ts'
import { envio, PASSWORD, PUBLIC_KEY_PEM } from '../test/ministry.ts'
import { openSimulator } from './simulator.ts'

type Opened = Awaited<ReturnType<typeof openSimulator>>

async function ask({ answer }: Opened, path: string, body: string, headers = {}): Promise<Draft> {
  const ending = await answer({
    ...{ method: 'POST', path, body },
    headers: { 'content-type': 'application/json', 'user-agent': 'ensayo', ...headers },
  })
  return ending.kind === 'reply' ? ending.reply : ending.kind
}

test('a ministry in the process answers, fails as it is told to, and shows the attempts of a taxpayer', async () => {
  const opened = await openSimulator({ now: () => new Date(NOW) })
  opened.register({ nit: NIT, password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const credentials = String(new URLSearchParams({ user: NIT, pwd: PASSWORD }))
  const { token } = (await ask(opened, '/seguridad/auth', credentials, form)).body.body
  const documento = factura()
  const send = () =>
    ask(opened, '/fesv/recepciondte', JSON.stringify(envio(documento)), { authorization: token })

  opened.script({ service: 'recepciondte', kind: 'silence' })
  assert.equal(await send(), 'silence')
  opened.clearFaults()
  opened.script({ service: 'recepciondte', kind: 'delay', delayMs: 3_600_000, times: 1 })
  assert.equal((await send()).status, 200)
  const rows = opened.ledger(NIT)
  assert.deepEqual(
    rows.map((row) => [row.codigoGeneracion, row.estado, row.numeroControl, row.invalidado]),
    [
      [
        documento.identificacion.codigoGeneracion,
        'PROCESADO',
        documento.identificacion.numeroControl,
        false,
      ],
    ],
  )
  assert.deepEqual(opened.ledger('06140101900019'), [])
})

test('a taxpayer with a key that is not RSA is refused at the start', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKeyPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  await assert.rejects(openSimulator({ taxpayers: [{ nit: NIT, password: 'x', publicKeyPem }] }), {
    name: 'RangeError',
    message: 'publicKeyPem is not an RSA key',
  })
})

test('a check of a name that there is not is refused at the start', async () => {
  await assert.rejects(openSimulator({ checks: { nada: () => null } }), {
    name: 'RangeError',
    message: 'no check is called nada',
  })
})
