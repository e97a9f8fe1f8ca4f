/** Commands for operators in trouble: maintenance, gaps, reconciling. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { giveBack } from '../../service/test/corrections.ts'
import { copyDatabase } from '../../service/test/database.ts'
import { copyDue, watchOutages } from '../../service/test/jobs.ts'
import { createWorld, SALE, type World } from '../../service/test/world.ts'
import { createFolder, type Ended, endAll, type Folder, run } from '../test/cli.ts'

let world: World
let folder: Folder
before(async () => {
  world = await createWorld()
  folder = await createFolder()
})
after(async () => {
  await endAll()
  await world.close()
  await folder.remove()
})

function sello(args: readonly string[], databaseUrl = world.databaseUrl): Promise<Ended> {
  const { masterKey, pepper } = world.deps.secrets
  const env = {
    DATABASE_URL: databaseUrl,
    SELLO_MASTER_KEY: masterKey.toString('base64url'),
    SELLO_PEPPER: pepper.toString('base64url'),
    SELLO_MH_TEST_URL: world.mh.url,
    SELLO_MH_LIVE_URL: world.mh.url,
  }
  return run(args, { cwd: folder.path, env })
}

async function jsonOf(args: readonly string[], databaseUrl?: string) {
  const { code, stdout, stderr } = await sello([...args, '--json'], databaseUrl)
  assert.equal(code, 0, stdout + stderr)
  return JSON.parse(stdout)
}

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

test('maintenance is announced, listed and removed, and the service follows it', async () => {
  assert.deepEqual(await jsonOf(['maintenance', 'list']), { mantenimientos: [] })
  const times = ['--since', inHours(-1), '--until', inHours(2)]
  const added = await jsonOf(['maintenance', 'add', ...times, '--reason', 'Aviso 12'])
  assert.equal(added.reason, 'Aviso 12')
  const { mantenimientos } = await jsonOf(['maintenance', 'list'])
  assert.deepEqual(mantenimientos, [added])
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 202)

  const { code, stdout } = await sello(['maintenance', 'remove', added.windowId])
  assert.deepEqual([code, stdout], [0, 'Quitado.\n'])
  assert.deepEqual(await jsonOf(['maintenance', 'list']), { mantenimientos: [] })
  await watchOutages(world.deps)
  await watchOutages(world.deps)
  assert.equal((await world.issue()).status, 200)
})

const REFUSED = [
  { args: ['--since', 'mañana', '--until', inHours(1)], code: 2, says: /--since: .*zona/ },
  { args: ['--since', inHours(2), '--until', inHours(1)], code: 1, says: /--until: .*después/ },
  { args: ['--since', inHours(1), '--until', inHours(100)], code: 1, says: /tres días/ },
] as const

for (const { args, code, says } of REFUSED) {
  test(`invalid maintenance is refused: ${says.source}`, async () => {
    const ended = await sello(['maintenance', 'add', ...args])
    assert.equal(ended.code, code, ended.stderr)
    assert.match(ended.stderr, says)
  })
}

test('unknown maintenance cannot be removed', async () => {
  const ended = await sello(['maintenance', 'remove', '00000000-0000-4000-8000-000000000000'])
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /No hay un mantenimiento/)
})

test('each number without a seal is listed, with the ministry’s answer if requested', async () => {
  const { nit } = world.company
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = await world.issue()
  assert.equal(rejected.status, 422)
  const { numeroControl } = rejected.body.error.details

  const told = await jsonOf(['series', 'gaps', '--nit', nit])
  const gapOf = (series: { gaps: { numeroControl: string }[] }[]) =>
    series.flatMap(({ gaps }) => gaps).find((gap) => gap.numeroControl === numeroControl)
  assert.ok(gapOf(told.series))
  assert.ok(!('hacienda' in (gapOf(told.series) ?? {})), 'it was not asked')

  const asked = await jsonOf(['series', 'gaps', '--nit', nit, '--ask'])
  assert.deepEqual(gapOf(asked.series), {
    ...gapOf(told.series),
    hacienda: 'no_lo_tiene',
    codigoEnHacienda: null,
  })
  const { stdout } = await sello(['series', 'gaps', '--nit', nit, '--ask'])
  const line = stdout.split('\n').find((one) => one.includes(numeroControl))
  assert.match(line ?? '', /rechazado por Hacienda: .*\[Hacienda no lo tiene\]$/)

  await world.mh.fault({ service: 'consultadte', kind: 'status' })
  const silent = await jsonOf(['series', 'gaps', '--nit', nit, '--ask'])
  await world.mh.clearFaults()
  assert.equal(gapOf(silent.series as never)?.numeroControl, numeroControl)
  assert.match(JSON.stringify(gapOf(silent.series)), /"hacienda":null/)
})

test('reconcile reports what was restored, what was not, and what to do', async () => {
  const before = (await world.issue({ ...SALE, items: [{ ...SALE.items[0], cantidad: 5 }] })).body
  await copyDue(world.deps)
  const backup = await copyDatabase(world.databaseUrl)
  try {
    assert.equal((await world.issue()).status, 200)
    const back = await giveBack(world, before.codigoGeneracion, [{ linea: 1, cantidad: 2 }])
    assert.equal(back.status, 200, back.text)
    await copyDue(world.deps)
    const { code, stdout, stderr } = await sello(['reconcile', '--without-contingency'], backup.url)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /1 recuperados, 0 que solo tiene Hacienda, 0 números fuera/)
    assert.match(stdout, /1 eventos recuperados \(invalidaciones y retornos\)/)
    assert.match(stdout, /Lo que no vuelve, y qué hacer:\n.*sello key mint/)
    const again = await jsonOf(['reconcile'], backup.url)
    assert.equal(again.eventos.recuperados, 0)
    assert.ok(again.noVuelve.length > 0)
    await mkdir(folder.in('guardados'))
    await writeFile(folder.in('guardados/uno.json'), before.archivoDte)
    await writeFile(folder.in('guardados/otro.json'), '{"identificacion":{}}')
    const given = ['--files', 'guardados', folder.in('guardados/uno.json'), '--margin', '7']
    const { files, series } = await jsonOf(['reconcile', ...given], backup.url)
    assert.deepEqual(files, { imported: 0, known: 2, deferred: 0, foreign: 1 })
    const skipped = series.map((one: { skipped: number }) => one.skipped)
    assert.deepEqual(
      skipped,
      skipped.map((_: number, at: number) => (at === 0 ? 7 : 0)),
    )
  } finally {
    await backup.drop()
  }
})
