/** What the command keeps on this machine: whose it is, and that a power cut loses none of it. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type FileHandle, mkdtemp, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { watchSyncs } from '../../../client/test/syncs.ts'
import { startScripted } from '../../test/scripted-service.ts'
import { writeState } from '../demo/state.ts'
import { openLedger } from '../sheet/ledger.ts'
import { writeWhole } from './files.ts'
import { writeProfiles } from './profile.ts'

let service: Awaited<ReturnType<typeof startScripted>>
let root: string
before(async () => {
  service = await startScripted()
  root = await mkdtemp(join(tmpdir(), 'sello-state-'))
})
after(async () => {
  await service.stop()
  await rm(root, { recursive: true, force: true })
})

/** What the files of the folder had each time that one was flushed to the disk while `work` ran. */
async function flushedBy(work: () => Promise<unknown>): Promise<readonly string[]> {
  const flushed: string[] = []
  const note = async (handle: FileHandle) => {
    const { ino } = await handle.stat()
    for (const name of await readdir(root)) {
      const path = join(root, name)
      if ((await stat(path)).ino === ino) flushed.push(readFileSync(path, 'utf8'))
    }
  }
  await watchSyncs(root, note, work)
  return flushed
}

const PROFILE = { baseUrl: 'http://a', apiKey: 'k', signKey: undefined, unlockKey: undefined }
const env = () => ({ env: { SELLO_PROFILES: join(root, 'profiles.json') } })
const ENTRY = { referencia: 'V-1', rows: [2], hash: 'h', estado: 'sellado' } as never

// biome-ignore format: a table
const WRITES: readonly (readonly [what: string, name: string, write: () => Promise<unknown>])[] = [
  ['a file that was asked for', 'hoja.pdf',      () => writeWhole(join(root, 'hoja.pdf'), 'whole')],
  ['the profiles',              'profiles.json', () => writeProfiles(env(), { default: PROFILE })],
  ['a demonstration’s keys',    'demo.json',     () => writeState(root, { nit: '1' } as never)],
]

for (const [what, name, write] of WRITES) {
  test(`${what} is on the disk before it has its name, and leaves no draft`, async () => {
    const flushed = await flushedBy(write)

    assert.deepEqual(flushed, [await readFile(join(root, name), 'utf8')])
    assert.notEqual(flushed[0], '')
    assert.deepEqual(
      (await readdir(root)).filter((one) => one.endsWith('.new')),
      [],
    )
  })
}

test('keys are readable by their owner only', { skip: process.platform === 'win32' }, async () => {
  for (const name of ['profiles.json', 'demo.json']) {
    assert.equal((await stat(join(root, name))).mode & 0o777, 0o600, name)
  }
})

test('a ledger is on the disk when the command ends, also after a line that a crash cut short', async () => {
  const path = join(root, 'ventas.jsonl')
  const about = { tipoDte: '01', destino: 'd' }
  const recorded = await flushedBy(async () => {
    const ledger = await openLedger(path, about)
    await ledger.record(ENTRY)
    await ledger.close()
  })
  const handle = await open(path, 'a')
  await handle.write('{"referencia":"V-2","ro')
  await handle.close()
  const mended = await flushedBy(async () => {
    const ledger = await openLedger(path, about)
    assert.deepEqual([ledger.find('V-1'), ledger.find('V-2')], [ENTRY, null])
    await ledger.close()
  })

  assert.match(recorded.at(-1) ?? '', /\n\{"referencia":"V-1".*\}\n$/)
  assert.ok(
    mended.every((text) => text.endsWith('"ro\n')),
    'the next line is not appended to it',
  )
  assert.equal(mended.length, 2)
})

test('a sale keeps its key for one key of one service, whatever the secret of that key', async () => {
  const sale = '{"tipoDte":"01","referencia":"V-1","items":[]}'
  const keyOf = async (apiKey: string) => {
    const issued = { totales: { totalPagar: 1 }, observaciones: [], advertencias: [] }
    const sealed = {
      estado: 'sellado',
      numeroControl: 'N',
      codigoGeneracion: 'C',
      selloRecibido: 'S',
    }
    const said = { body: { ...issued, ...sealed } }
    const given = { SELLO_API_KEY: apiKey }
    const { asked } = await service.sello(['issue', '-'], said, { input: sale, env: given })
    return asked[0]?.idempotencyKey
  }
  const first = await keyOf('sello_test_aaaaaaaaaaaa.one')

  assert.match(first ?? '', /^[0-9a-f-]{36}$/)
  assert.equal(await keyOf('sello_test_aaaaaaaaaaaa.one'), first)
  assert.equal(await keyOf('sello_test_aaaaaaaaaaaa.two'), first)
  assert.notEqual(await keyOf('sello_test_bbbbbbbbbbbb.one'), first)
  const names = ['a', 'b'].map((letter) => {
    const whose = `${service.url}\nsello_test_${letter.repeat(12)}`
    return `keys-${createHash('sha256').update(whose).digest('hex').slice(0, 16)}.jsonl`
  })
  const all = await readdir(service.folder.in('.local/state/sello'))
  const kept = all.filter((name) => !name.endsWith('.lock'))
  assert.deepEqual(kept.toSorted(), names.toSorted(), 'a later version finds them')
})
