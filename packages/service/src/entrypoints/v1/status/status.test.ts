import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { createWorld, MH_PASSWORD, SALE, type World } from '../../../../test/world.ts'
import { diagnose, listStorage, setMinistryPassword } from '../../../admin.ts'
import { transaction } from '../../../base/db/tx.ts'
import { copyDue } from '../../../flows/keeping/copy.ts'
import { closeFence, openFence, readIdentity } from '../../../ledger/marks/marks.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

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
  const [{ id = '', verificadoEl = '' } = {}] = body.almacenamiento.destinos
  const { fingerprint, validFrom } = body.firma.certificado
  const { desde } = body.ministerio
  assert.match(fingerprint, /^[0-9a-f]{64}$/)
  const [{ destinationId, verifiedAt } = {}] = await listStorage(world.admin, world.company.nit)
  assert.deepEqual([id, verificadoEl], [destinationId, verifiedAt?.toISOString()])
  for (const at of [validFrom, desde]) assert.ok(Date.parse(at) <= world.deps.clock.now().getTime())
  const ofMillion = (used: number) => ({ limit: 1_000_000, used, remaining: 1_000_000 - used })
  assert.deepEqual(body, {
    ok: true,
    version: '0.1.0',
    ambiente: '00',
    emisor: {
      nit: world.company.nit,
      nombre: 'Cafetalera de Prueba, S.A. de C.V.',
      ambiente: '00',
    },
    llave: {
      keyId: world.company.key.apiKey.split('.')[0],
      label: 'prueba',
      alcances: ['issue', 'query', 'download', 'webhooks'],
      tiposDte: [...TIPOS_DTE],
      ...{ venceEl: null, ipPermitidas: [] },
    },
    firma: {
      ...{ vaultDeFirma: true, origenDeLaFirma: 'servicio' },
      certificado: {
        ...{ fingerprint, validFrom, nit: world.company.nit },
        validTo: '2031-01-01T00:00:00.000Z',
      },
    },
    almacenamiento: { listo: true, destinos: [{ id, kind: 'managed_folder', verificadoEl }] },
    contingencia: { abierta: false, documentos: 0, limiteEvento: null, queHacer: null },
    ministerio: { estado: 'disponible', desde, ultimaRespuesta: null, mantenimientoHasta: null },
    limites: {
      ...{ hora: ofMillion(0), dia: ofMillion(0), estado: ofMillion(1) },
      montoMaximoPorDocumentoCentavos: 10_000_000,
    },
    advertencias: [],
  })
})

test('a key with an end and with addresses of its own says so', async () => {
  const expiresAt = new Date(world.deps.clock.now().getTime() + DAY_MS)
  const ipRanges = ['127.0.0.0/8', '10.0.0.1']
  const key = await world.mintKey(world.company.nit, { expiresAt, ipRanges, tiposDte: ['03'] })
  const { tiposDte, venceEl, ipPermitidas } = (await status(key)).body.llave
  assert.deepEqual([tiposDte, venceEl, ipPermitidas], [['03'], expiresAt.toISOString(), ipRanges])
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
  const reads = await world.mintKey(other.nit, { scopes: ['query'], passphrase: null })
  const read = (await status(reads)).body
  assert.deepEqual([read.ok, codes(read)], [true, codes(body)], 'nothing that this key does')

  await sql(
    'update signing_vaults set valid_to = $2 where company_id = (select company_id from companies where nit = $1)',
    [other.nit, new Date(world.deps.clock.now().getTime() + DAY_MS)],
  )
  const both = (await status(other.key)).body
  const told = ['destino_por_verificar', 'certificado_por_vencer']
  assert.deepEqual([both.ok, codes(both)], [false, told], 'one of them stops it')
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
    const code = ok ? 'certificado_por_vencer' : 'certificado_vencido'
    assert.deepEqual(codes(body), warned ? [code] : [], `${days} days`)
    if (warned) assert.match(body.advertencias[0].mensaje, /^El certificado de firma ven\S+ el 20/)
  }
  await sql(`update signing_vaults set valid_to = '2031-01-01'`)
})

test('a suspended sign key is not ready, and the reason names the key as its text begins', async () => {
  const key = await world.mintKey(world.company.nit)
  const [name = ''] = key.apiKey.split('.')
  assert.equal((await status(key)).body.llave.keyId, name)
  assert.match(name, /^sello_test_[\w-]{12}$/)
  const wrong = { ...key, signKey: `sellosk_${'a'.repeat(43)}` }
  for (let n = 0; n < 5; n++) assert.equal((await world.issue(SALE, { key: wrong })).status, 401)

  const { body } = await status(key)
  assert.equal(body.ok, false)
  assert.deepEqual(codes(body), ['firma_bloqueada'])
  assert.ok(body.advertencias[0].mensaje.includes(name))
  assert.equal((await status()).body.ok, true, 'another key signs')
})

test('a destination that refuses files is named with its first failure, until it takes files again', async () => {
  const { nit, key } = await world.addCompany()
  const [{ location = '', destinationId = '' } = {}] = await listStorage(world.admin, nit)
  await rename(location, `${location}-away`)
  await writeFile(location, 'no folder')
  await world.issue(SALE, { key })
  await copyDue(world.deps)
  const { body } = await status(key)
  assert.equal(body.ok, false)
  assert.deepEqual(codes(body), ['destino_rechaza'])
  const [{ mensaje }] = body.advertencias
  assert.ok(mensaje.includes(destinationId), mensaje)
  assert.match(mensaje, /no recibe archivos desde el 20.*: No se puede escribir.*\(E\w+\)\. /)
  assert.ok(!mensaje.includes(location), 'where the service keeps it is for its operator')

  await world.advance(HOUR_MS)
  await copyDue(world.deps)
  assert.equal((await status(key)).body.advertencias[0].mensaje, mensaje, 'the first failure')
  const grave = await diagnose(world.admin, { folders: [] })
  const destino = grave.find(({ codigo, nit: of }) => codigo === 'destino' && of === nit)
  assert.equal(destino?.gravedad, 'grave')
  assert.match(destino?.mensaje ?? '', /no recibe archivos desde 20.*No se puede escribir/)

  await rm(location)
  await rename(`${location}-away`, location)
  await world.advance(HOUR_MS)
  await copyDue(world.deps)
  const mended = (await status(key)).body
  assert.deepEqual([mended.ok, mended.advertencias], [true, []])
})

test('a database that waits for a reconciliation is a reason, which comes first', async () => {
  const { pool, fence } = world.deps
  await fence.check()
  await transaction(pool, (tx) => closeFence(tx, 'a copy came to light'))
  await fence.check()
  assert.equal((await world.issue()).status, 503)
  const fenced = (await status()).body
  assert.deepEqual([fenced.ok, codes(fenced)], [false, ['restauracion']])
  assert.match(
    fenced.advertencias[0].mensaje,
    /otra copia .*: no se emite nada\. .*sello reconcile/,
  )

  const identity = await readIdentity(pool)
  await transaction(pool, (tx) => openFence(tx, identity))
  await fence.check()
  const opened = (await status()).body
  assert.deepEqual([opened.ok, opened.advertencias], [true, []])
})

test('a password that the ministry refuses is a reason, and so is the absence of a destination', async () => {
  const { nit, key } = await world.addCompany()
  await setMinistryPassword(world.admin, nit, { ambiente: '00', password: 'Otra-Clave-1' })
  await world.issue(SALE, { key })
  const refused = (await status(key)).body
  assert.deepEqual([refused.ok, codes(refused)], [false, ['contrasena_rechazada']])
  assert.match(refused.contingencia.queHacer, /alguien de la empresa debe guardar la correcta/)
  const prepares = await world.mintKey(nit, { passphrase: null })
  assert.equal((await status(prepares)).body.ok, true, 'a key that only prepares does not log in')
  await setMinistryPassword(world.admin, nit, { ambiente: '00', password: MH_PASSWORD })
  await world.issue(SALE, { key })
  assert.equal((await status(key)).body.ok, true)

  await sql(
    `delete from storage_destinations where company_id = (select company_id from companies where nit = $1)`,
    [nit],
  )
  const nowhere = (await status(key)).body
  assert.deepEqual([nowhere.ok, codes(nowhere)], [false, ['destino_por_verificar']])
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
  assert.match(queHacer, /^Sello transmite lo firmado .* Nadie tiene que hacer nada\./)
  assert.equal(silent.ministerio.estado, 'degradado')
  assert.equal(again.ministerio.estado, 'degradado')
  assert.equal(again.ministerio.desde, silent.ministerio.desde)
  assert.ok(Date.parse(again.ministerio.ultimaRespuesta))
  await world.advance(11 * 60_000)
  assert.equal((await status()).body.ministerio.estado, 'disponible')
})

test('an open contingency is shown to a company that has nothing in it', async () => {
  const { key } = await world.addCompany()
  const shown = async () => (await status(key)).body.contingencia
  const nothing = { documentos: 0, limiteEvento: null, queHacer: null }
  await sql(
    `insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
     values (gen_random_uuid(), '00', now(), now() + interval '1 hour')`,
  )
  await world.deps.breaker.refresh()
  assert.deepEqual(await shown(), { abierta: true, ...nothing })
  await sql('delete from ministry_outages')
  await world.deps.breaker.refresh()
  assert.deepEqual(await shown(), { abierta: false, ...nothing })
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
