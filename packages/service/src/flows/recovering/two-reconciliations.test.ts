/** Two reconciliations of one database that import the same at once: it is stored once, and neither fails. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { giveBack } from '../../../test/corrections.ts'
import { copyDatabase } from '../../../test/database.ts'
import { nota, sealed } from '../../../test/notas.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { companyDataKey } from '../../ledger/companies/data-key.ts'
import { companyOf } from '../admin/admin.ts'
import { importLost, type RecoveryDeps } from './import.ts'
import { importEvent } from './import-event.ts'
import { readLost } from './lost-document.ts'
import { readLostEvent } from './lost-event.ts'

let world: World
let backup: Awaited<ReturnType<typeof copyDatabase>> | undefined
let restored: Peer
/** The codes of two documents from before the backup: a 03 and a 01. */
let credito: string
let factura: string
before(async () => {
  world = await createWorld()
  await world.deps.fence.check()
  credito = await sealed(world)
  factura = (await world.issue()).body.codigoGeneracion
  backup = await copyDatabase(world.databaseUrl)
  restored = createPeer(world, backup.url)
  await restored.deps.fence.check()
})
after(async () => {
  await restored?.close()
  await backup?.drop()
  await world.close()
})

async function readerOf({ nit }: World['company']) {
  const { pool, secrets } = restored.deps
  const { companyId } = await companyOf({ pool }, nit)
  const dataKey = await companyDataKey(pool, secrets, companyId)
  return { companyId, ambiente: '00', nit, dataKey } as const
}

/** What both come to. Before either asks the ministry and stores it, both have looked for it and found nothing. */
function twice<T>(importing: (deps: RecoveryDeps) => Promise<T>): Promise<T[]> {
  const { mh } = restored.deps
  let asking = 0
  const ask: typeof mh.ask = async (filing) => {
    asking += 1
    await until('both ask', () => asking === 2)
    return mh.ask(filing)
  }
  const deps = { ...restored.deps, mh: { ...mh, ask } }
  return Promise.all([importing(deps), importing(deps)])
}

test('a document that two import at once is stored once, also one that adjusts others', async () => {
  const reader = await readerOf(world.company)
  for (const sale of [SALE, nota(credito, 1)]) {
    const { status, text, body } = await world.issue(sale)
    assert.equal(status, 200, text)
    const { codigoGeneracion: code, jws } = body
    const lost = readLost(Buffer.from(JSON.stringify({ jws })), [world.company.publicKeyPem])
    assert.ok(lost)
    const both = await twice((deps) => importLost(deps, reader, lost))
    assert.deepEqual(both, ['imported', 'imported'])
    assert.equal((await restored.query(code)).body.estado, 'sellado')
  }
})

test('an event that two import at once is stored once', async () => {
  const { status, text, body } = await giveBack(world, factura, [{ linea: 1, cantidad: 1 }])
  assert.equal(status, 200, text)
  const { codigoGeneracion: code } = body
  const row = (await world.mh.ledger()).find(({ codigoGeneracion }) => codigoGeneracion === code)
  const lost = readLostEvent(row?.jws ?? '', [world.company.publicKeyPem])
  assert.ok(lost)
  const of = { reader: await readerOf(world.company), desde: new Date(0) }
  const both = await twice((deps) => importEvent(deps, of, lost))
  assert.deepEqual(both, ['imported', 'imported'])
  const { retornos } = (await restored.query(factura)).body
  assert.deepEqual(
    retornos.map((one: { codigoGeneracion: string }) => one.codigoGeneracion),
    [code],
  )
})
