/**
 * The restore drill: a backup, an hour of documents that the backup lacks, the backup restored. RESTORE_DOCUMENTS
 * sets the number of documents (500 is the full size).
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isAnalysed } from '../../../test/citus.ts'
import { copyDatabase } from '../../../test/database.ts'
import { credito, nota } from '../../../test/notas.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { releaseExpired } from '../../entrypoints/jobs/reservations.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { copyDue } from '../keeping/copy.ts'
import { type Reconciled, reconcile } from './reconcile.ts'

const DOCUMENTS = Number(process.env.RESTORE_DOCUMENTS ?? 40)
const HOUR_MS = 60 * 60_000
const MARGIN = 30

let world: World
let backup: Awaited<ReturnType<typeof copyDatabase>> | undefined
let restored: Peer
let report: Reconciled
let open: Reply
let forgotten: Reply
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 1_500, budgetMs: 4_000 } })
  await world.deps.fence.check()
  for (let n = 0; n < 5; n++) assert.equal((await world.issue()).status, 200)
  open = await prepare(world) // signed after the backup
  forgotten = await prepare(world) // released after the backup, and its number issued again
  assert.deepEqual([open.status, forgotten.status], [200, 200])
  const wrong = await rejected() // corrected after the backup
  backup = await copyDatabase(world.databaseUrl)

  await issueWhatIsLost(open, wrong)
  restored = createPeer(world, backup.url)
})
after(async () => {
  await restored?.close()
  await backup?.drop()
  await world.close()
})

/** The code of a sale that the ministry rejected. */
async function rejected(): Promise<string> {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { status, body } = await world.issue()
  assert.equal(status, 422)
  return body.error.details.codigoGeneracion
}

async function issueWhatIsLost(open: Reply, corrige: string) {
  assert.equal((await sign(world, open)).status, 200)
  for (let n = 0; n < DOCUMENTS / 2; n++) assert.equal((await world.issue()).status, 200)
  const { body } = await world.issue(credito())
  assert.equal((await world.issue(nota(body.codigoGeneracion, 40))).status, 200)
  await world.advance(HOUR_MS)
  await releaseExpired(world.deps)
  await copyDue(world.deps) // the next document is sealed, and its files are not stored yet
  for (let n = 0; n < DOCUMENTS / 2; n++) assert.equal((await world.issue()).status, 200)
  assert.equal((await world.issue({ ...SALE, corrige })).status, 200)
  await rejected()
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 3 })
  await world.mh.fault({ service: 'consultadte', kind: 'silence' })
  assert.equal((await world.issue()).status, 202) // the ministry holds it, but its answer was lost
  await world.mh.clearFaults()
  await world.mh.fault({ service: '*', kind: 'silence' })
  for (let n = 0; n < 2; n++) assert.equal((await world.issue()).status, 202) // buyers have these
  await world.mh.clearFaults()
}

interface Row {
  numero_control: string
  codigo: string
  estado: string
}

const documentsIn = ({ deps }: Pick<World, 'deps'>) =>
  deps.pool.many<Row>(
    `select numero_control, upper(codigo_generacion::text) as codigo, estado from documents`,
  )

test('a service on a restored database issues nothing before it is reconciled', async () => {
  await restored.deps.fence.check()
  const { status, body } = await restored.issue()
  assert.equal(status, 503)
  assert.match(body.error.message, /sello reconcile/)
  assert.equal(restored.deps.fence.isOpen, false)
})

test('while the ministry is silent a reconciliation fails and the fence stays closed', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  await assert.rejects(reconcile(restored.deps, { margin: MARGIN }), { name: 'MinistrySilent' })
  await world.mh.clearFaults()
  await restored.deps.fence.check()
  assert.equal((await restored.issue()).status, 503)
})

test('after a reconciliation the service issues, and gives out no number twice', async () => {
  report = await reconcile(restored.deps, { margin: MARGIN })
  const { pool } = restored.deps
  assert.ok(await isAnalysed(pool, 'documents'), 'the restored tables were not analysed')
  await restored.deps.fence.check()
  const lost = await documentsIn(world)
  const spent = new Set(
    lost.filter((row) => row.estado !== 'liberado').map((row) => row.numero_control),
  )
  const codes = new Set(lost.map(({ codigo }) => codigo))
  for (let n = 0; n < 10; n++) {
    const { status, body, text } = await restored.issue(n % 5 ? SALE : credito())
    assert.equal(status, 200, text)
    assert.ok(!spent.has(body.numeroControl), `${body.numeroControl} was handed out before`)
    assert.ok(!codes.has(body.codigoGeneracion))
  }
})

test('every document that the ministry holds is known, and complete if its company stores it', async () => {
  await transmitDue(restored.deps)
  const known = new Map((await documentsIn(restored)).map((row) => [row.codigo, row.estado]))
  const recovered = await restored.deps.pool.many<{ codigo: string; sello_recibido: string }>(
    'select upper(codigo_generacion::text) as codigo, sello_recibido from recovered_documents',
  )
  const seals = new Map(recovered.map(({ codigo, sello_recibido }) => [codigo, sello_recibido]))
  const held = (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  assert.ok(held.length >= DOCUMENTS)
  for (const { codigoGeneracion, selloRecibido, jws } of held) {
    if (seals.has(codigoGeneracion)) {
      assert.equal(seals.get(codigoGeneracion), selloRecibido)
      continue
    }
    assert.equal(known.get(codigoGeneracion), 'sellado', codigoGeneracion)
    const { body } = await restored.query(codigoGeneracion)
    assert.equal(body.selloRecibido, selloRecibido)
    assert.equal(body.jws ?? jws, jws)
  }
  const whole = report.series.flatMap(({ found }) => found).filter((f) => f.origen === 'archivo')
  assert.ok(whole.length >= DOCUMENTS / 2, 'what had been copied came back whole')
})

test('a recovered note counts against its document', async () => {
  const ccf = (await documentsIn(restored)).find(({ numero_control }) =>
    /^DTE-03-.*-0+1$/.test(numero_control),
  )
  assert.ok(ccf)
  const { error } = (await restored.issue(nota(ccf.codigo, 80))).body
  assert.equal(error?.code, 'validation_failed', 'here, and not by the ministry')
  assert.equal(
    error.message,
    `De las ventas gravadas del documento ${ccf.codigo} quedan 60.00 por acreditar (de 100.00) y esta nota acredita 80.00; redúzcala. No se gastó número.`,
  )
  assert.equal((await restored.issue(nota(ccf.codigo, 50))).status, 200)
})

test('the number of a reservation is issued no more, unless it was signed', async () => {
  const numbers = await restored.deps.pool.many<{ correlativo: bigint }>(
    `select correlativo from skipped_numbers where tipo_dte = '01'`,
  )
  const skipped = new Set(numbers.map(({ correlativo }) => Number(correlativo)))
  const isSkipped = ({ body }: Reply) =>
    skipped.has(Number(body.documento.identificacion.numeroControl.slice(-15)))
  assert.deepEqual([open, forgotten].map(isSkipped), [false, true])
})

test('unknown numbers are reported, and a repeat changes nothing', async () => {
  const skipped = () =>
    restored.deps.pool.one<{ n: bigint }>('select count(*) as n from skipped_numbers')
  assert.ok((await skipped()).n >= 4n, 'two deferred, one rejected, one reserved')
  const before = await documentsIn(restored)
  await reconcile(restored.deps, { margin: 3 })
  assert.deepEqual(new Set(await documentsIn(restored)), new Set(before))
})
