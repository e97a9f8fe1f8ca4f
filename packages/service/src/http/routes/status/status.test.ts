import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 300, budgetMs: 600 } })
})
after(() => world.close())

type Key = World['company']['key']

async function status(key: Key = world.company.key, search = '') {
  const headers = { 'x-service-key': key.apiKey }
  return world.inject({ method: 'GET', url: `/v1/status${search}`, headers })
}

test('a status shows the company, the key, its certificate, its storage and its limits', async () => {
  const reply = await status()
  const { body } = reply

  assert.equal(reply.status, 200)
  const { llave, firma, almacenamiento, ministerio, limites, ...rest } = body
  assert.deepEqual(rest, {
    ok: true,
    version: '0.1.0',
    ambiente: '00',
    emisor: {
      nit: world.company.nit,
      nombre: 'Cafetalera de Prueba, S.A. de C.V.',
      ambiente: '00',
    },
    contingencia: { abierta: false, documentos: 0, limiteEvento: null, queHacer: null },
    advertencias: [],
  })
  assert.equal(llave.label, 'prueba')
  assert.deepEqual(llave.alcances, ['issue', 'query', 'download'])
  assert.deepEqual([llave.venceEl, llave.ipPermitidas], [null, []])
  assert.equal(firma.vaultDeFirma, true)
  assert.equal(firma.certificado.validTo, '2031-01-01T00:00:00.000Z')
  assert.equal(firma.certificado.nit, world.company.nit)
  assert.match(firma.certificado.fingerprint, /^[0-9a-f]{64}$/)
  assert.equal(almacenamiento.listo, true)
  assert.equal(almacenamiento.destinos.length, 1)
  assert.equal(ministerio.estado, 'disponible')
  assert.equal(limites.montoMaximoPorDocumentoCentavos, 10_000_000)
})

test('the maximum amount is exact to the cent', async () => {
  for (const [amountMax, centavos] of [
    [8.2, 820],
    [0.29, 29],
    [1150.1, 115_010],
  ] as const) {
    const key = await world.mintKey(world.company.nit, { amountMax, passphrase: null })
    const { body } = await status(key)
    assert.equal(body.limites.montoMaximoPorDocumentoCentavos, centavos)
  }
})

test('any scope suffices, and a key that cannot sign is reported as such', async () => {
  for (const scope of ['issue', 'query', 'download'] as const) {
    const key = await world.mintKey(world.company.nit, { scopes: [scope], passphrase: null })
    const { status: code, body } = await status(key)
    assert.equal(code, 200)
    assert.deepEqual(body.llave.alcances, [scope])
    assert.equal(body.firma.vaultDeFirma, false)
    assert.notEqual(body.firma.certificado, null)
    assert.equal(body.ok, true)
  }
})

test('a status counts in its own window, not in the issuing quota', async () => {
  const key = await world.mintKey(world.company.nit)
  await world.issue(undefined, { key })
  const first = (await status(key)).body.limites
  const second = (await status(key)).body.limites

  assert.deepEqual([first.hora.used, first.dia.used, first.estado.used], [1, 1, 1])
  assert.deepEqual([second.hora.used, second.dia.used, second.estado.used], [1, 1, 2])
  for (const { limit, used, remaining } of [second.hora, second.dia, second.estado]) {
    assert.equal(remaining, limit - used)
  }
})

test('a company’s status shows only that company', async () => {
  const other = await world.addCompany()
  await sql(
    'update storage_destinations set verified_at = null where company_id = (select company_id from companies where nit = $1)',
    [other.nit],
  )
  const { body } = await status(other.key)

  assert.equal(body.emisor.nit, other.nit)
  assert.equal(body.ok, false)
  assert.equal(body.almacenamiento.listo, false)
  assert.deepEqual(codes(body), ['destino_por_verificar'])
  assert.deepEqual((await status()).body.advertencias, [])
})

test('a destination has a warning from seven days before its verification ends', async () => {
  const { deps } = world
  for (const [days, listo, warned] of [
    [22.9, true, false],
    [23, true, true],
    [29.9, true, true],
    [30, false, true],
  ] as const) {
    const verified = new Date(deps.clock.now().getTime() - days * DAY_MS)
    await sql('update storage_destinations set verified_at = $1', [verified])
    const { body } = await status()
    assert.equal(body.almacenamiento.listo, listo, `${days} days`)
    assert.equal(body.ok, listo)
    assert.deepEqual(codes(body), warned ? ['destino_por_verificar'] : [], `${days} days`)
  }
  await sql('update storage_destinations set verified_at = $1', [deps.clock.now()])
})

test('a certificate has a warning from sixty days before its end, and after it the key is not healthy', async () => {
  for (const [days, ok, warned] of [
    [60.1, true, false],
    [60, true, true],
    [1, true, true],
    [-1, false, true],
  ] as const) {
    const end = new Date(world.deps.clock.now().getTime() + days * DAY_MS)
    await sql('update signing_vaults set valid_to = $1', [end])
    const { body } = await status()
    assert.equal(body.ok, ok, `${days} days`)
    assert.deepEqual(codes(body), warned ? ['certificado_por_vencer'] : [], `${days} days`)
    if (warned) assert.match(body.advertencias[0].mensaje, /^El certificado de firma ven\S+ el 20/)
  }
  await sql(`update signing_vaults set valid_to = '2031-01-01'`)
})

test('a locked vault is not healthy', async () => {
  await sql('update api_keys set vault_failures = 5, vault_failed_at = $1 where key_id = $2', [
    world.deps.clock.now(),
    (await status()).body.llave.keyId,
  ])

  assert.equal((await status()).body.ok, false)
  await sql('update api_keys set vault_failures = 0, vault_failed_at = null')
})

test('an unreachable ministry is reported, with the number of waiting documents', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  const issued = await world.issue()
  const silent = (await status()).body
  await world.mh.clearFaults()
  await world.issue()
  const again = (await status()).body

  assert.equal(issued.status, 202)
  const { queHacer, ...waiting } = silent.contingencia
  assert.deepEqual(waiting, { abierta: true, documentos: 1, limiteEvento: null })
  assert.match(queHacer, /^Sello transmite lo firmado/)
  assert.equal(silent.ministerio.estado, 'degradado')
  assert.equal(again.ministerio.estado, 'degradado')
  assert.equal(again.ministerio.desde, silent.ministerio.desde)
  await world.advance(11 * 60_000)
  assert.equal((await status()).body.ministerio.estado, 'disponible')
})

test('a query parameter is refused, and so is every other method', async () => {
  const reply = await status(undefined, '?completo=1')

  assert.equal(reply.status, 400)
  assert.equal(reply.body.error.details.field, 'completo')
  for (const method of ['POST', 'HEAD', 'DELETE'] as const) {
    const { status: code, headers } = await world.inject({ method, url: '/v1/status' })
    assert.equal(code, 405)
    assert.equal(headers.allow, 'GET')
  }
})

const sql = (text: string, values: unknown[] = []) => world.deps.pool.many(text, values)
const codes = (body: { advertencias: { codigo: string }[] }) =>
  body.advertencias.map(({ codigo }) => codigo)
