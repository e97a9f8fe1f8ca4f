/** What a reconciliation takes from kept files alone: documents and events, and what of them is not ours or not whole. */
import assert from 'node:assert/strict'
import { randomUUID, sign } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { compactJws } from '@sello/vault'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { copyDatabase } from '../../../test/database.ts'
import { IMPATIENT } from '../../../test/doubtful.ts'
import { liquidacion, periodoOf, soldForOther } from '../../../test/liquidaciones.ts'
import { facturas, reportTo } from '../../../test/operaciones.ts'
import { prepare } from '../../../test/prepared.ts'
import { preparedKey } from '../../../test/prepared-keys.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { type S3, startS3 } from '../../../test/s3.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { connectManagedBucket, listStorage, setSeriesFirst } from '../../admin.ts'
import { releaseExpired } from '../../entrypoints/jobs/reservations.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { copyDue } from '../keeping/copy.ts'
import { jwsIn, readLost } from './lost-document.ts'
import { readLostEvent } from './lost-event.ts'
import { type Options, type Reconciled, reconcile } from './reconcile.ts'

const ONE_BACK = [{ linea: 1, cantidad: 1 }]
const REPLACED = { ...RESCISION, tipoAnulacion: 1, motivo: 'Nombre' }
const EARLIER = { ...RESCISION, motivo: 'La primera razón' }
/** The seal of an event came after the backup, and is told again. */
const UNSEALED = `update events set estado = 'firmado', sello_recibido = null where codigo_generacion = $1`
const SEALED = `update events set estado = 'sellado', sello_recibido = 'S' where codigo_generacion = $1`
const WITH_CHARGE = {
  ...SALE,
  items: [
    { descripcion: 'Agua, caja', cantidad: 3, precioUni: 4 },
    { descripcion: 'Depósito de envase', cantidad: 1, noGravado: 2 },
  ],
}

let world: World
let backup: Awaited<ReturnType<typeof copyDatabase>> | undefined
let restored: Peer
/** A bucket whose key reads and writes, and may not list. */
let s3: S3
let said: Awaited<ReturnType<typeof sayBefore>> & Awaited<ReturnType<typeof sayLost>>
let report: Reconciled
before(async () => {
  s3 = await startS3({ lists: false })
  world = await createWorld({ ...IMPATIENT, mh: { timeoutMs: 5_000, budgetMs: 20_000 } })
  await world.deps.fence.check()
  const earlier = await sayBefore()
  backup = await copyDatabase(world.databaseUrl)
  said = { ...earlier, ...(await sayLost(earlier)) }
  restored = createPeer(world, backup.url)
  await restored.deps.pool.many(UNSEALED, [said.unsealed])
  report = await reconciled(await kept(), { withoutStorage: true })
  await restored.deps.fence.check()
})
after(async () => {
  await restored?.close()
  await backup?.drop()
  await world.close()
  await s3.close()
})

function reconciled(files: readonly Buffer[], options: Partial<Options> = {}) {
  const given = async function* () {
    yield* files
  }
  return reconcile(restored.deps, { files: given(), margin: 3, ...options })
}

async function sealed(reply: Promise<Reply>): Promise<string> {
  const { status, body, text } = await reply
  assert.equal(status, 200, text)
  return body.evento?.codigoGeneracion ?? body.codigoGeneracion
}

/** What the ministry does not receive. */
async function unheard(call: () => Promise<Reply>): Promise<Reply> {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const reply = await call()
  await world.mh.clearFaults()
  return reply
}

const reported = (item: object) =>
  sealed(reportTo(world, { items: [item] }, { key: world.company.key }))

async function sayBefore() {
  const other = await world.addCompany()
  const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' }
  await connectManagedBucket(world.admin, other.nit, { url: `${s3.url}/documentos`, ...keys })
  await sealed(world.issue(SALE, other))
  const [charged, cancelled, renamed] = [
    await sealed(world.issue(WITH_CHARGE)),
    await sealed(world.issue()),
    await sealed(world.issue()),
  ]
  const pending = await unheard(() =>
    invalidate(world, cancelled, EARLIER, { idempotencyKey: 'antes' }),
  )
  assert.equal(pending.status, 502, pending.text)
  const rival: string = pending.body.error.details.evento.codigoGeneracion
  const undecided = await unheard(() => world.issue())
  assert.equal(undecided.status, 202, undecided.text)
  const before = { other, charged, cancelled, renamed, rival, rejected: await rejectedFile() }
  const more = {
    mandato: await soldForOther(world),
    unsealed: await reported(facturas('Z1', 'Z9')),
  }
  assert.equal((await prepare(world)).status, 200)
  await world.advance(15 * 60_000)
  assert.equal(await releaseExpired(world.deps), 1, 'a number waits to be given again')
  return { ...before, ...more }
}

/** What the company keeps of a sale that the ministry rejected. */
async function rejectedFile(): Promise<Buffer> {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { codigoGeneracion } = (await world.issue()).body.error.details
  const headers = { 'x-service-key': world.company.key.apiKey }
  const url = `/v1/dte/${codigoGeneracion}/file?raw=true`
  return Buffer.from((await world.inject({ method: 'GET', url, headers })).text)
}

async function sayLost(earlier: Awaited<ReturnType<typeof sayBefore>>) {
  const { charged, cancelled, renamed, unsealed } = earlier
  const [gone, whole] = [await sealed(world.issue()), await sealed(world.issue())]
  const [anulaDe, unreported] = [
    await reported(facturas('A1', 'A9')),
    await reported(facturas('B1')),
  ]
  const replacement = await sealed(world.issue())
  const waiting = await unheard(() => giveBack(world, charged, ONE_BACK))
  assert.equal(waiting.status, 202, waiting.text)
  return {
    whole,
    gone,
    waiting,
    unreported,
    unsent: await unheard(() => world.issue()),
    liquidada: await sealed(world.issue(liquidacion(periodoOf(world)))),
    events: [
      await sealed(giveBack(world, charged, [{ linea: 2, noGravado: 1.25 }])),
      await sealed(giveBack(world, whole, ONE_BACK)),
      await sealed(invalidate(world, cancelled)),
      await sealed(
        invalidate(world, renamed, { ...REPLACED, codigoGeneracionReemplazo: replacement }),
      ),
    ],
    // The file of what each is about was not kept, or it is not sealed here.
    stray: [
      await sealed(giveBack(world, gone, ONE_BACK)),
      await reported({ ...facturas('A1'), anulaDe }),
      await reported({ ...facturas('Z1'), anulaDe: unsealed }),
      await sealed(invalidate(world, unreported)),
    ],
  }
}

async function kept(): Promise<readonly Buffer[]> {
  const { whole, liquidada, events, stray, waiting, charged, unsent, rejected } = said
  const jwsOf = new Map((await world.mh.ledger()).map((row) => [row.codigoGeneracion, row.jws]))
  const signed = (code: string) => Buffer.from(JSON.stringify({ jws: jwsOf.get(code) }))
  const ours = jwsOf.get(whole)?.split('.')[1] ?? ''
  const unsigned = (payload: string) =>
    Buffer.from(JSON.stringify({ jws: compactJws(payload, Buffer.alloc(256)) }))
  return [
    ...[...stray, ...events, whole, liquidada].map(signed),
    ...[Buffer.from(waiting.text), signed(events[0] ?? ''), signed(charged)],
    ...[Buffer.from(unsent.text), rejected],
    ...[Buffer.from('%PDF-1.7'), unsigned('{"emisor":{}}')],
    unsigned('{"emisor":{"nit":"06140101001235"}}'),
    unsigned(Buffer.from(ours, 'base64url').toString()),
  ]
}

test('each file counts as what it is, and events without their document are named', () => {
  assert.deepEqual(report.files, { imported: 3, known: 2, deferred: 0, foreign: 4 })
  assert.equal(report.decididos, 0, 'what the ministry does not hold goes on without a verdict')
  assert.deepEqual(
    { ...report.eventos, sinDocumento: report.eventos.sinDocumento.toSorted() },
    {
      recuperados: said.events.length,
      sinSello: [said.waiting.body.codigoGeneracion],
      sinDocumento: said.stray.toSorted(),
    },
  )
})

test('a number that was given again since is found, and what the ministry never got waits', async () => {
  const found = report.series.flatMap((series) => series.found)
  const [again] = found.filter(({ codigoGeneracion }) => codigoGeneracion === said.gone)
  assert.equal(again?.origen, 'hacienda')
  const { codigoGeneracion } = said.unsent.body
  assert.equal((await restored.query(codigoGeneracion)).body.estado, 'firmado')
})

/** A file states whole seconds, so of what happened in one second any is the first. */
const estadosOf = (events: readonly { codigoGeneracion: string; estado: string }[]) =>
  Object.fromEntries(events.map(({ codigoGeneracion, estado }) => [codigoGeneracion, estado]))

test('a document whose return takes a charge, and waits with another, is as before', async () => {
  const { charged, waiting, events } = said
  const [ofCharge = ''] = events
  const { codigoGeneracion } = waiting.body
  const of = async () => (await restored.query(charged)).body
  const was = await of()
  assert.deepEqual(estadosOf(was.retornos), {
    [codigoGeneracion]: 'firmado',
    [ofCharge]: 'sellado',
  })
  assert.deepEqual(was.disponible, (await world.query(charged)).body.disponible)
  await transmitDue(restored.deps)
  assert.equal((await restored.query(said.unsent.body.codigoGeneracion)).body.estado, 'sellado')
  const is = await of()
  assert.deepEqual(estadosOf(is.retornos), { [codigoGeneracion]: 'sellado', [ofCharge]: 'sellado' })
  assert.deepEqual(is.disponible, was.disponible)
})

test('an invalidation from a file ends the one that the ministry never received, and its call', async () => {
  const { cancelled, rival, events } = said
  const repeat = (process: Pick<World, 'inject'>) =>
    invalidate({ ...world, ...process } as World, cancelled, EARLIER, { idempotencyKey: 'antes' })
  const [was, is] = [await repeat(world), await repeat(restored as Pick<World, 'inject'>)]
  assert.deepEqual([is.status, is.body], [was.status, was.body])
  assert.equal(is.headers['idempotency-replayed'], was.headers['idempotency-replayed'])
  for (const { query } of [world, restored]) {
    const { eventos } = (await query(cancelled)).body
    assert.deepEqual(estadosOf(eventos), { [events[2] ?? '']: 'sellado', [rival]: 'abandonado' })
  }
})

test('what a liquidation from a file lists is listed by no other', async () => {
  assert.equal((await restored.query(said.liquidada)).body.estado, 'sellado')
  const again = liquidacion(periodoOf(world), [{ codigoGeneracion: said.mandato }])
  const [was, is] = [await world.issue(again), await restored.issue(again)]
  assert.equal(is.status, 422)
  assert.deepEqual([is.status, is.body], [was.status, was.body])
})

test('a return from a file is not taken where its units were returned here meanwhile', async () => {
  const { charged } = said
  const two = [{ linea: 1, cantidad: 2 }]
  const here = { ...world, inject: restored.inject } as World
  await sealed(giveBack(here, charged, two))
  const there = await unheard(() => giveBack(world, charged, two))
  assert.equal(there.status, 202, there.text)
  const { eventos } = await reconciled([Buffer.from(there.text)], { withoutStorage: true })
  const { codigoGeneracion } = there.body
  assert.deepEqual(eventos, { recuperados: 0, sinSello: [], sinDocumento: [codigoGeneracion] })
})

const CODE = /"codigoGeneracion":"([^"]+)"/

/** Another text of the company, signed by it, in the form of a stored file. */
function resigned(file: Buffer, change: (payload: string) => string): Buffer {
  const [, body = ''] = jwsIn(file)?.split('.') ?? []
  const payload = change(Buffer.from(body, 'base64url').toString())
  const input = compactJws(payload, Buffer.alloc(0)).slice(0, -1)
  const jws = compactJws(payload, sign('RSA-SHA512', Buffer.from(input), preparedKey(1)))
  return Buffer.from(JSON.stringify({ firmaElectronica: jws }))
}

/** Another document or event of the company, of production; and what it is called. */
function signedForProduction(file: Buffer, numeroControl: string): readonly [string, Buffer] {
  const [live, code] = [numeroControl.replace(/.{9}$/, '800000000'), randomUUID().toUpperCase()]
  const signed = resigned(file, (payload) =>
    payload
      .replace('"ambiente":"00"', '"ambiente":"01"')
      .replace(numeroControl, live)
      .replace(CODE, `"codigoGeneracion":"${code}"`),
  )
  const keys = [world.company.publicKeyPem]
  const lost = readLost(signed, keys) ?? readLostEvent(jwsIn(signed) ?? '', keys)
  assert.equal(lost?.ambiente, '01')
  return [lost && 'numeroControl' in lost ? live : code, signed]
}

test('what its company stores completes the rest, and takes no reference that a sale has by now', async () => {
  const sale = { ...SALE, referencia: 'pedido-1' }
  const own = await sealed(restored.issue(sale))
  const stored = await sealed(world.issue(sale))
  await copyDue(world.deps)
  const [place] = await listStorage(world.admin, world.company.nit)
  const { fecEmi, numeroControl } = (await world.query(stored)).body
  const [year = '', month = ''] = fecEmi.split('-')
  const folder = join(place?.location ?? '', 'DTE/pruebas', year, month)
  await writeFile(join(folder, '00000000-0000-4000-8000-000000000000.json'), '{}')
  const file = await readFile(join(folder, `${numeroControl}.json`))
  await writeFile(join(folder, `${numeroControl.replace(/.{9}$/, '900000000')}.json`), file)
  for (const name of [numeroControl, said.stray[0] ?? '']) {
    const own = await readFile(join(folder, `${name}.json`))
    const [live, elsewhere] = signedForProduction(own, numeroControl)
    await writeFile(join(folder, `${live}.json`), elsewhere)
  }

  await restored.deps.pool.many(SEALED, [said.unsealed])
  // What is known here is not read again.
  const known = (await world.query(said.charged)).body.numeroControl
  await rm(join(folder, `${known}.json`))
  await mkdir(join(folder, `${known}.json`))
  // Codes that begin with a D, as the names of documents do, are looked for as well.
  const report = await readFile(join(folder, `${said.unreported}.json`))
  const unheardOf = 'D0000000-0000-4000-8000-000000000000'
  const changed = (text: string) => text.replace(CODE, `"codigoGeneracion":"${unheardOf}"`)
  const paper = resigned(report, (text) => changed(text).replaceAll('"B1"', '"C1"'))
  await writeFile(join(folder, `${unheardOf}.json`), paper)
  // The return of a medicine may be two years old, and its document too.
  const old = join(folder, '..', '..', `${Number(year) - 2}`, month)
  await mkdir(old, { recursive: true })
  const [first = ''] = said.stray
  await rename(join(folder, `${first}.json`), join(old, `${first}.json`))

  const { listados, eventos } = await reconcile(restored.deps, { margin: 3 })
  const recuperados = said.stray.length + 2 // and the two reports that they are about
  assert.deepEqual(
    { listados, eventos },
    { listados: 3, eventos: { recuperados, sinSello: [unheardOf], sinDocumento: [] } },
  )
  const referenciaOf = async (code: string) => (await restored.query(code)).body.referencia
  assert.deepEqual([await referenciaOf(own), await referenciaOf(stored)], ['pedido-1', null])
})

test('in a bucket that may not be listed, documents are searched by their numbers', async () => {
  const { other } = said
  const ofOther = ({ series }: Reconciled) => series.filter(({ nit }) => nit === other.nit)
  const [before] = ofOther(await reconciled([], { withoutStorage: true }))
  assert.ok(before)
  const { codEstable, codPuntoVenta, tipoDte, after: last } = before
  const firsts = [{ tipoDte, first: BigInt(last) + 1n }] // what restored has skipped is searched no more
  const codes = { codEstable, codPuntoVenta, ambiente: '00' } as const
  await setSeriesFirst(world.admin, other.nit, { ...codes, firsts })
  const first = await sealed(world.issue(SALE, other))
  await copyDue(world.deps)
  const [folder] = await listStorage(world.admin, other.nit)
  await rm(join(folder?.location ?? '', 'DTE'), { recursive: true })

  const again = await reconcile(restored.deps, { margin: 3 })
  const { listados, sinLista } = again
  assert.deepEqual({ listados, sinLista }, { listados: 0, sinLista: [`${s3.url}/documentos`] })
  assert.deepEqual(
    ofOther(again).flatMap(({ found }) => found.map((one) => [one.origen, one.codigoGeneracion])),
    [['archivo', first]],
  )
  assert.equal((await restored.query(first, other.key)).status, 200)
})

test('a ministry that is silent while a bucket is listed is told as that, and not as a bucket without lists', async () => {
  const { other } = said
  const code = await sealed(world.issue(SALE, other))
  await copyDue(world.deps)
  const [folder] = await listStorage(world.admin, other.nit)
  await rm(join(folder?.location ?? '', 'DTE'), { recursive: true })
  s3.lists = true
  const { mh } = restored.deps
  let isSilent = true
  const ask: typeof mh.ask = (filing) => {
    if (!isSilent || filing.codigoGeneracion !== code) return mh.ask(filing)
    isSilent = false
    return Promise.resolve({ kind: 'unanswered', why: 'timeout' })
  }
  const deps = { ...restored.deps, mh: { ...mh, ask } }
  await assert.rejects(reconcile(deps, { margin: 3 }), { name: 'MinistrySilent' })
  assert.equal(isSilent, false)
})
