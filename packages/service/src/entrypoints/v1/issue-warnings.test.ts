/** `advertencias` of issuing answers: empty as a rule, of the moment, and never waited for. */
import assert from 'node:assert/strict'
import { rename, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { connectManagedFolder, listStorage } from '../../admin.ts'
import { DAY_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { issueWarnings } from './issue-warnings.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Key = World['company']['key']

const codes = ({ body }: Reply): string[] =>
  body.advertencias.map(({ codigo }: { codigo: string }) => codigo)

/** Issues until an answer has exactly these codes: what is known of the storage is read beside the calls. */
function answerWith(expected: readonly string[], key: Key): Promise<Reply> {
  return until(`an answer warns of ${expected.join(', ') || 'nothing'}`, async () => {
    await world.advance(2 * MINUTE_MS)
    await world.issue(SALE, { key })
    const reply = await world.issue(SALE, { key })
    assert.equal(reply.status, 200, reply.text)
    return codes(reply).join() === expected.join() ? reply : undefined
  })
}

test('an answer of a company without troubles has none, sealed or not', async () => {
  const { key } = await world.addCompany()
  await answerWith([], key)
  await world.mh.fault({ service: '*', kind: 'status', status: 503, times: 8 })
  const unanswered = await world.issue(SALE, { key })
  await world.mh.clearFaults()
  assert.equal(unanswered.status, 202)
  assert.deepEqual(unanswered.body.advertencias, [])
})

test('a certificate in its last 30 days is told, also of a prepared document and without an answer', async () => {
  const { key } = await world.addCompany()
  const end = (days: number) =>
    world.deps.pool.many(
      'update signing_vaults set valid_to = $1 where vault_id = (select vault_id from api_keys where key_id = $2)',
      [new Date(world.deps.clock.now().getTime() + days * DAY_MS), key.keyId],
    )
  await end(30.1)
  assert.deepEqual(codes(await world.issue(SALE, { key })), [])
  await end(30)
  const reply = await world.issue(SALE, { key })
  assert.deepEqual(codes(reply), ['certificado_por_vencer'])
  assert.match(reply.body.advertencias[0].mensaje, /^El certificado de firma vence el 20/)
  assert.deepEqual(codes(await signPrepared(key)), ['certificado_por_vencer'])
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const unanswered = await world.issue(SALE, { key })
  await world.mh.clearFaults()
  assert.equal(unanswered.status, 202)
  assert.deepEqual(codes(unanswered), ['certificado_por_vencer'])
})

async function signPrepared(key: Key): Promise<Reply> {
  const post = (url: string, payload: object) =>
    world.inject({
      method: 'POST',
      url,
      headers: {
        'x-service-key': key.apiKey,
        'x-service-sign-key': key.signKey ?? '',
        'idempotency-key': world.deps.random.uuid(),
      },
      payload,
    })
  const { prepareToken, documento } = (await post('/v1/dte/prepare', SALE)).body
  return post('/v1/dte/sign', { prepareToken, documento })
}

test('a destination without a verification is told, and a repeated answer has no warnings', async () => {
  const { nit, key } = await world.addCompany()
  const [{ location = '' } = {}] = await listStorage(world.admin, nit)
  const { destinationId } = await connectManagedFolder(world.admin, nit, `${location}-2`)
  const first = await world.issue(SALE, { key, idempotencyKey: 'antes' })
  assert.deepEqual(codes(first), [])
  await verifiedAt(destinationId, null)
  const warned = await answerWith(['destino_por_verificar'], key)
  assert.ok(warned.body.advertencias[0].mensaje.includes(destinationId))
  const repeated = await world.issue(SALE, { key, idempotencyKey: 'antes' })
  assert.equal(repeated.headers['idempotency-replayed'], 'true')
  assert.equal(repeated.text, first.text, 'the bytes of the first answer')
  await verifiedAt(destinationId, new Date(world.deps.clock.now().getTime() - 31 * DAY_MS))
  await answerWith(['destino_por_verificar'], key)
  await verifiedAt(destinationId, world.deps.clock.now())
  await answerWith([], key)
})

test('who signs what was prepared is told of the storage as who issues', async () => {
  const { nit, key } = await world.addCompany()
  const [{ location = '' } = {}] = await listStorage(world.admin, nit)
  const { destinationId } = await connectManagedFolder(world.admin, nit, `${location}-2`)
  await verifiedAt(destinationId, null)
  await until('a signed document warns of it', async () => {
    await world.advance(2 * MINUTE_MS)
    await signPrepared(key)
    return codes(await signPrepared(key)).includes('destino_por_verificar')
  })
})

const verifiedAt = (destinationId: string, at: Date | null) =>
  world.deps.pool.many(
    'update storage_destinations set verified_at = $2 where destination_id = $1',
    [destinationId, at],
  )

test('copies that wait for a quarter of an hour are told until they are made', async () => {
  const { nit, key } = await world.addCompany()
  const other = await world.addCompany()
  const [{ location = '' } = {}] = await listStorage(world.admin, nit)
  await rename(location, `${location}-away`)
  await writeFile(location, 'no folder')
  await world.issue(SALE, { key })
  await copyDue(world.deps)
  await world.advance(14 * MINUTE_MS)
  await world.issue(SALE, { key })
  assert.deepEqual(codes(await world.issue(SALE, { key })), [])
  await answerWith(['copias_en_espera'], key)
  assert.deepEqual(codes(await world.issue(SALE, { key: other.key })), [])
})

test('what a process knows is not told once it is old', async () => {
  const { key, nit } = await world.addCompany()
  const [{ location = '' } = {}] = await listStorage(world.admin, nit)
  const { destinationId } = await connectManagedFolder(world.admin, nit, `${location}-2`)
  await verifiedAt(destinationId, null)
  await answerWith(['destino_por_verificar'], key)
  const { companyId } = await world.deps.pool
    .many<{ companyId: string }>('select company_id as "companyId" from companies where nit = $1', [
      nit,
    ])
    .then(([row]) => row ?? { companyId: '' })
  assert.ok(world.deps.storageNotices.of(companyId))
  await world.advance(5 * MINUTE_MS)
  assert.equal(world.deps.storageNotices.of(companyId), null)
})

const NOW = new Date('2026-11-28T18:00:00Z')

/** What is told of a sale without origins, by an issuer with this certificate and this trouble. */
function told({
  validTo = null,
  trouble = null,
}: {
  validTo?: Date | null
  trouble?: object | null
}) {
  const parts = { clock: { now: () => NOW }, storageNotices: { of: () => trouble } }
  const issuer = { companyId: 'x', vault: validTo && { validTo } }
  const sale = { payload: '{"documentoRelacionado":null}', tipoDte: '03' }
  return issueWarnings(parts as never, issuer as never, sale as never)
}

test('what is told of an issuer is told in these words, of a certificate from its thirtieth day on', () => {
  const inMs = (ms: number) => new Date(NOW.getTime() + ms)
  assert.deepEqual(told({}), [])
  assert.deepEqual(told({ validTo: inMs(30 * DAY_MS + 1) }), [])
  const trouble = { copiesWait: true, unverified: [{ id: 'd-1', kind: 'managed_folder' }] }
  assert.deepEqual(told({ validTo: inMs(30 * DAY_MS), trouble }), [
    {
      codigo: 'certificado_por_vencer',
      mensaje:
        'El certificado de firma vence el 2026-12-28; después nada se puede firmar. Renuévelo ante Hacienda e impórtelo antes.',
    },
    {
      codigo: 'copias_en_espera',
      mensaje:
        'Hay archivos que esperan desde hace más de 15 minutos para guardarse en el almacenamiento de la empresa. GET /v1/status dice si un destino no los recibe.',
    },
    {
      codigo: 'destino_por_verificar',
      mensaje: 'El destino d-1 (managed_folder) no está verificado y no cuenta. Verifíquelo.',
    },
  ])
})
