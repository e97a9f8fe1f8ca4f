/** What an outbox keeps on disk until every destination has it, and what it removes. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { isSelloError } from '../../error.ts'
import { type Entry, nameOf, openOutbox, type StoredIntent } from './outbox.ts'

const HOUR = 3_600_000
const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const FILES = { ambiente: '00', fecEmi: '2026-10-05', name: 'N', json: '{}', pdf: null } as const
const ENTRY: Entry = { codigoGeneracion: CODE, at: 7, files: FILES }
const INTENT: StoredIntent = {
  ...{ id: randomUUID(), at: 7, route: 'issue', codigoGeneracion: null, referencia: 'V-1' },
}

let root: string
let count = 0
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'sello-outbox-'))
})
after(() => rm(root, { recursive: true, force: true }))

function fresh() {
  count += 1
  const folder = join(root, `deep/${count}`)
  return { folder, outbox: openOutbox(folder, randomUUID) }
}

test('intents and entries are read again by another program, until they are dropped', async () => {
  const { folder, outbox } = fresh()
  assert.deepEqual([await outbox.intents(), await outbox.entries()], [[], []], 'no folder yet')
  await outbox.writeIntent(INTENT)
  await outbox.writeEntry(ENTRY)
  const marked = { ...ENTRY, invalidado: true, files: null }
  await outbox.writeEntry(marked)
  const later = openOutbox(folder, randomUUID)

  assert.deepEqual(await later.intents(), [INTENT])
  assert.deepEqual([...(await later.entries())].sort(), [CODE, `${CODE}.invalidado`])
  assert.deepEqual(await later.readEntry(CODE), ENTRY)
  assert.deepEqual(await later.readEntry(nameOf(marked)), marked)
  await later.dropIntent(INTENT.id)
  await later.dropEntry(CODE)
  await later.dropEntry(CODE)
  await later.dropEntry(nameOf(marked))
  assert.deepEqual([await outbox.intents(), await outbox.entries()], [[], []])
  assert.equal(await outbox.readEntry(CODE), null)
  assert.deepEqual(await readdir(folder), [])
})

test('files that are known are not forgotten for a code, and are replaced by newer ones', async () => {
  const { outbox } = fresh()
  await outbox.writeEntry(ENTRY)
  await outbox.writeEntry({ ...ENTRY, at: 8, files: null })
  assert.deepEqual(await outbox.readEntry(CODE), ENTRY)
  const newer = { ...ENTRY, at: 9, files: { ...FILES, json: '{"a":1}' } }
  await outbox.writeEntry(newer)
  assert.deepEqual(await outbox.readEntry(CODE), newer)
})

test('only the owner of the program reads what waits', {
  skip: process.platform === 'win32' && 'Windows has no modes',
}, async () => {
  const { folder, outbox } = fresh()
  await outbox.writeIntent(INTENT)
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777

  assert.equal(await modeOf(folder), 0o700)
  assert.equal(await modeOf(join(folder, `${INTENT.id}.intento`)), 0o600)
})

test('foreign files are neither read nor removed, and drafts of killed programs go after an hour', async () => {
  const { folder, outbox } = fresh()
  await outbox.writeIntent(INTENT)
  const names = {
    old: `.${randomUUID()}.nuevo`,
    recent: `.${randomUUID()}.nuevo`,
    like: `x.${randomUUID()}.nuevo`,
    tail: `.${randomUUID()}.nuevo~`,
    copy: `copia-${INTENT.id}.intento`,
    kept: `${INTENT.id}.intento~`,
    document: `copia-${CODE}.documento`,
    backup: `${CODE}.documento.bak`,
  }
  const now = Date.now()
  for (const name of Object.values(names)) {
    await writeFile(join(folder, name), '{}')
    const age = name === names.recent ? HOUR : HOUR + 1_000
    await utimes(join(folder, name), new Date(), new Date(now - age))
  }
  const recentMs = (await stat(join(folder, names.recent))).mtimeMs

  assert.deepEqual([await outbox.intents(), await outbox.entries()], [[INTENT], []])
  await outbox.sweep(recentMs + HOUR)
  const left = await readdir(folder)
  assert.ok(!left.includes(names.old), 'an old draft')
  const { old: _, ...others } = names
  for (const name of Object.values(others)) assert.ok(left.includes(name), name)
  await openOutbox(folder, randomUUID).sweep(recentMs + HOUR + 1)
  assert.ok(!(await readdir(folder)).includes(names.recent))
})

test('a folder is swept once by each program, also where there is none yet', async () => {
  const { folder, outbox } = fresh()
  await outbox.sweep(Date.now())
  await outbox.writeIntent(INTENT)
  const draft = join(folder, `.${randomUUID()}.nuevo`)
  await writeFile(draft, '')
  await outbox.sweep(Date.now() + 2 * HOUR)

  assert.ok((await readdir(folder)).length === 2, 'its own drafts may be under way')
})

test('a folder that cannot be used stops the call with its reason, and leaves no draft', async () => {
  const { folder, outbox } = fresh()
  await writeFile(join(root, 'file'), '')
  const blocked = openOutbox(join(root, 'file/x'), randomUUID)
  await outbox.writeEntry(ENTRY)
  const twice = openOutbox(folder, () => 'same')
  await writeFile(join(folder, '.same.nuevo'), '')
  for (const failing of [() => blocked.writeIntent(INTENT), () => twice.writeIntent(INTENT)]) {
    await assert.rejects(failing, (error) => {
      assert.ok(isSelloError(error, 'local_store'))
      assert.match(
        error.message,
        /^La bandeja del archivo propio no se puede usar: E(NOTDIR|EXIST)/,
      )
      return /^E(NOTDIR|EXIST)/.test(error.details.cause)
    })
  }
})

test('what cannot take its name leaves no draft behind', async () => {
  const { folder, outbox } = fresh()
  const name = `${INTENT.id}.intento`
  await mkdir(join(folder, name, 'full'), { recursive: true })
  await assert.rejects(outbox.writeIntent(INTENT), (error) => isSelloError(error, 'local_store'))
  assert.deepEqual(await readdir(folder), [name])
})
