/** Own storage with the demonstration: a folder, a proxy that reads every byte, and killed programs. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeArgs } from '../../../../service/test/programs.ts'
import { until } from '../../../../service/test/until.ts'
import { type Demo, endFaults, fault, ledger, startDemo } from '../../../test/demo.ts'
import { startReadingProxy } from '../../../test/reading-proxy.ts'
import {
  type DteRequest,
  decryptLocation,
  isSelloError,
  newUnlockKey,
  pathsOf,
  type Sello,
} from '../../index.ts'
import { connectDestination, ownArchive, StoreFailed } from '../index.ts'

/** How many sales the killed program makes, and how often it is killed. */
const SALES = Number(process.env.SELLO_TEST_SALES ?? 30)
const KILLS = Number(process.env.SELLO_TEST_KILLS ?? 4)

let demo: Demo
before(async () => {
  demo = await startDemo()
})
after(() => demo.stop())

let count = 0
/** A connected folder, and a client that archives into it. */
async function connected(options: { baseUrl?: string } = {}) {
  count += 1
  const unlockKey = newUnlockKey()
  const path = join(demo.folder, `archivo-${count}`)
  const folder = join(demo.folder, `bandeja-${count}`)
  await mkdir(path)
  const plain = demo.client(options)
  const whose = { sello: plain, unlockKey }
  const location = { kind: 'byos_folder', path } as const
  const destino = await connectDestination(whose, { label: `Carpeta ${count}`, location })
  const client = (more: object = {}): Sello =>
    demo.client({ ...options, ...more, archive: ownArchive({ unlockKey, folder }) })
  return { unlockKey, path, folder, destino, client }
}

const SALE: DteRequest = {
  tipoDte: '01',
  items: [{ descripcion: 'Café de altura, 1 lb', cantidad: 2, precioUni: 5.65 }],
}

async function filesOf(path: string): Promise<readonly string[]> {
  const all = await readdir(path, { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile() && !one.name.startsWith('.')).map(({ name }) => name)
}

test('a client with a destination archives each sealed answer automatically, and reports it', async () => {
  const { path, client, folder, destino } = await connected()
  const sello = client()
  assert.deepEqual(sello.archive?.state, { pending: 0, destinations: [], problem: null })
  const issued = await sello.issue(SALE)
  const state = await sello.archive?.flush()
  assert.deepEqual(state, { pending: 0, destinations: [destino.id], problem: null })
  assert.equal(issued.estado, 'sellado')
  if (issued.estado !== 'sellado') return
  const { ambiente, fecEmi, numeroControl: name } = issued
  const paths = pathsOf({ ambiente, fecEmi, name })
  assert.equal(await readFile(join(path, paths.json), 'utf8'), issued.archivoDte)
  const pdf = await readFile(join(path, paths.pdf))
  assert.equal(pdf.toString('base64'), issued.representacionGrafica)
  assert.deepEqual(await readdir(folder), [], 'nothing is left on its way')
  const { documentos } = await sello.holding({ limit: 10 })
  const row = documentos.find(
    ({ codigoGeneracion }) => codigoGeneracion === issued.codigoGeneracion,
  )
  assert.notEqual(row?.whereLanded, 'holding')
  assert.ok(destino.listo)
})

test('an invalidation, a return and a prepared document are archived too, each under its own code', async () => {
  const { path, client } = await connected()
  const sello = client()
  const sold = await sello.issue(SALE)
  const returned = await sello.return(sold.codigoGeneracion, { items: [{ linea: 1, cantidad: 1 }] })
  const signed = await sello.sign(await sello.prepare(SALE))
  const person = { nombre: 'Ana Ficticia', numDocumento: '000162975' }
  const cancelled = await sello.invalidate(signed.codigoGeneracion, {
    ...{ tipoAnulacion: 2, responsable: person, solicita: person },
  })
  const state = await sello.archive?.flush()
  assert.deepEqual([state?.pending, state?.problem], [0, null])
  const event = 'evento' in cancelled ? cancelled.evento.codigoGeneracion : ''
  const names = [sold.numeroControl, signed.numeroControl, returned.codigoGeneracion, event]
  assert.deepEqual(
    [...(await filesOf(path))].sort(),
    names.flatMap((name) => [`${name}.json`, `${name}.pdf`]).sort(),
  )
})

test('an invalidation replaces the printed copy, even if its sale was not copied yet', async () => {
  const { path, client } = await connected()
  const sello = client()
  const copied = await sello.issue(SALE)
  await sello.archive?.flush()
  await rename(path, `${path}-lejos`)
  const waiting = await sello.issue(SALE)
  await sello.archive?.flush()
  const person = { nombre: 'Ana Ficticia', numDocumento: '000162975' }
  const why = { tipoAnulacion: 2, responsable: person, solicita: person } as const
  for (const { codigoGeneracion } of [copied, waiting]) {
    await sello.invalidate(codigoGeneracion, why)
  }
  const away = await sello.archive?.flush()
  await rename(`${path}-lejos`, path)
  const back = await sello.archive?.flush()

  assert.deepEqual([away?.pending, back?.pending], [5, 0], 'a sale, two events, two marked copies')
  for (const one of [copied, waiting]) {
    assert.ok(one.estado === 'sellado')
    const { ambiente, fecEmi, numeroControl: name } = one
    const paths = pathsOf({ ambiente, fecEmi, name })
    const there = await readFile(join(path, paths.pdf))
    const { bytes } = await sello.file(one.codigoGeneracion, { kind: 'pdf' })
    assert.ok(there.equals(Buffer.from(bytes)), 'as the service prints it now')
    assert.notEqual(there.toString('base64'), one.representacionGrafica)
    assert.equal(await readFile(join(path, paths.json), 'utf8'), one.archivoDte)
  }
})

test('pull copies an invalidation by another program', async () => {
  const { path, client } = await connected()
  const sello = client()
  const sold = await sello.issue(SALE)
  await sello.archive?.flush()
  assert.ok(sold.estado === 'sellado')
  const person = { nombre: 'Ana Ficticia', numDocumento: '000162975' }
  await demo.client().invalidate(sold.codigoGeneracion, {
    ...{ tipoAnulacion: 2, responsable: person, solicita: person },
  })
  const state = await sello.archive?.pull()
  const { ambiente, fecEmi, numeroControl: name } = sold
  const there = await readFile(join(path, pathsOf({ ambiente, fecEmi, name }).pdf))
  const { documentos } = await sello.holding({ limit: 100 })
  const row = documentos.find(({ codigoGeneracion }) => codigoGeneracion === sold.codigoGeneracion)

  assert.equal(state?.pending, 0)
  assert.notEqual(there.toString('base64'), sold.representacionGrafica)
  assert.notEqual(row?.whereLanded, 'holding', 'reported again')
})

test('no sent byte contains an unlock key or a decrypted credential', async () => {
  const reading = await startReadingProxy(demo.baseUrl)
  const { unlockKey, path, client, destino } = await connected({ baseUrl: reading.url })
  const sello = client()
  await sello.issue(SALE)
  await sello.archive?.flush()
  await sello.archive?.pull()
  // The same key decrypts what the service has.
  const { destinos } = await sello.storage.destinations()
  const found = destinos.find(({ id }) => id === destino.id)
  assert.ok(found?.sellado)
  const opened = await decryptLocation(
    unlockKey,
    { nit: demo.nit, id: destino.id, revision: found.revision },
    found.sellado,
  )
  for (const wrong of [{ apiKey: unlockKey }, { signKey: unlockKey }]) {
    assert.throws(
      () => demo.client(wrong),
      (error) => isSelloError(error, 'invalid_option'),
    )
  }
  await reading.close()
  const { sent } = reading

  assert.deepEqual(opened, { kind: 'byos_folder', path })
  assert.ok(sent.includes('/v1/storage/copies/'), 'the report was read')
  assert.ok(sent.includes(destino.id))
  const secrets = [unlockKey, unlockKey.slice(-43), unlockKey.slice(-20), path]
  for (const secret of secrets) {
    for (const form of [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(secret).toString('hex'),
    ]) {
      assert.ok(!sent.includes(form), `sent: ${form.slice(0, 8)}…`)
    }
  }
})

test('a missing folder loses nothing: the sale is answered, and copied when the folder is back', async () => {
  const { path, client } = await connected()
  const sello = client()
  await rename(path, `${path}-lejos`)
  const issued = await sello.issue(SALE)
  const away = await sello.archive?.flush()
  assert.equal(issued.estado, 'sellado')
  assert.deepEqual([away?.pending, /no existe|marca/.test(away?.problem ?? '')], [1, true])
  await mkdir(path) // a mount point without its disk
  const unmounted = await sello.archive?.flush()
  assert.match(unmounted?.problem ?? '', /marca/)
  assert.deepEqual(await readdir(path), [])
  await rm(path, { recursive: true })
  await rename(`${path}-lejos`, path)
  assert.deepEqual((await sello.archive?.flush())?.pending, 0)
  assert.equal((await filesOf(path)).length, 2)
})

test('two destinations never share a location, and an outbox that cannot be written stops the call before it is sent', async () => {
  const { path, unlockKey, destino } = await connected()
  const whose = { sello: demo.client(), unlockKey }
  const again = { label: 'Otra', location: { kind: 'byos_folder', path } } as const
  await assert.rejects(connectDestination(whose, again), StoreFailed)
  const renewed = await connectDestination(whose, { ...again, id: destino.id })
  assert.equal(renewed.revision, 2)

  const file = join(demo.folder, 'un-archivo')
  await writeFile(file, '')
  const before = (await ledger(demo)).length
  const sello = demo.client({ archive: ownArchive({ unlockKey, folder: join(file, 'x') }) })
  await assert.rejects(sello.issue(SALE), (error) => isSelloError(error, 'local_store'))
  assert.equal((await ledger(demo)).length, before)
})

test('a key that decrypts no destination keeps everything pending and says so; the right one copies it', async () => {
  const { unlockKey, folder, path } = await connected()
  const wrong = demo.client({ archive: ownArchive({ unlockKey: newUnlockKey(), folder }) })
  await wrong.issue(SALE)
  const state = await wrong.archive?.flush()
  assert.match(state?.problem ?? '', /no abre ningún destino/)
  const right = demo.client({ archive: ownArchive({ unlockKey, folder }) })
  assert.equal((await right.archive?.flush())?.pending, 0)
  assert.equal((await filesOf(path)).length, 2)
})

test('an unanswered document is copied once it is sealed', async () => {
  const { path, client } = await connected()
  const sello = client()
  await fault(demo, { service: 'recepciondte', kind: 'no_seal', times: 1 })
  await fault(demo, { service: 'consultadte', kind: 'status', status: 500, times: 1 })
  const issued = await sello.issue({ ...SALE, referencia: 'sin-sello' })
  await endFaults(demo)
  for (let n = 0; n < 600; n += 1) {
    const { pending } = (await sello.archive?.flush()) ?? {}
    if (pending === 0) break
    await sleep(200)
  }
  assert.deepEqual([...(await filesOf(path))].sort(), [
    `${issued.numeroControl}.json`,
    `${issued.numeroControl}.pdf`,
  ])
})

test('pull copies everything still in the holding area, events included', async () => {
  const plain = demo.client()
  const sold = await plain.issue(SALE)
  const back = await plain.return(sold.codigoGeneracion, { items: [{ linea: 1, cantidad: 1 }] })
  const { path, client } = await connected()
  const sello = client()
  const state = await sello.archive?.pull()
  const { documentos } = await sello.holding({ limit: 100 })
  const names = await filesOf(path)

  assert.equal(state?.pending, 0)
  for (const name of [sold.numeroControl, back.codigoGeneracion]) {
    assert.ok(names.includes(`${name}.json`) && names.includes(`${name}.pdf`), name)
  }
  assert.ok((state?.found ?? 0) > 0 && documentos.length > 0)
})

test(`a program that is killed ${KILLS} times between seal and copy loses none of ${SALES} documents`, {
  timeout: 3_600_000,
}, async () => {
  const { unlockKey, path, folder, client } = await connected()
  const before = new Set((await ledger(demo)).map(({ codigoGeneracion }) => codigoGeneracion))
  const { baseUrl, apiKey, signKey } = demo
  const env = {
    ...process.env,
    SELLO_CHILD: JSON.stringify({ baseUrl, apiKey, signKey, unlockKey, folder }),
  }
  const sealed = async () =>
    (await ledger(demo)).filter(
      ({ codigoGeneracion, estado }) => estado === 'PROCESADO' && !before.has(codigoGeneracion),
    )
  for (let n = 1; n <= KILLS; n += 1) {
    const running = spawn(process.execPath, nodeArgs('packages/client/test/archive-child.ts'), {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(running, 'exit')
    const enough = Math.floor((SALES * n) / KILLS)
    const isFarEnough = async () => (await sealed()).length >= enough || running.exitCode !== null
    await until(`${enough} sales are sealed`, isFarEnough, 600_000)
    await sleep(Math.random() * 30)
    running.kill('SIGKILL')
    await ended
  }
  const left = await readdir(folder)
  const sello = client()
  const missing = async () => {
    const names = new Set(await filesOf(path))
    return (await sealed()).flatMap(({ numeroControl }) =>
      [`${numeroControl}.json`, `${numeroControl}.pdf`].filter((name) => !names.has(name)),
    )
  }
  // The service itself seals an answer that was in flight when the last program was killed.
  for (let n = 0; n < 300; n += 1) {
    await sello.archive?.flush()
    if ((await missing()).length === 0) break
    await sleep(200)
  }

  console.log(`${(await sealed()).length} sealed, ${left.length} on their way at the last kill`)
  assert.deepEqual(await missing(), [])
  assert.ok(left.length > 0, 'it was killed on the way')
})
