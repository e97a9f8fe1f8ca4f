/** What is read of a recording's files, and of what the ministry said of a sending that it did not answer. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { createFolder, type Folder } from '../../test/cli.ts'
import { CliError } from '../exit.ts'
import { hadArrived } from './arrived.ts'
import { papersOf } from './mentions.ts'
import type { Exchange } from './read.ts'
import { readRecording } from './recording.ts'

let folder: Folder
before(async () => {
  folder = await createFolder()
})
after(() => folder.remove())

const HEAD = '{"recording":"sello","version":1}'
const at = (minute: number, more: object = {}) => ({
  ...{ askedAt: `2026-10-05T16:0${minute}:00.000Z`, path: '/fesv/recepciondte' },
  answer: { status: 200, json: {} },
  ...more,
})

async function recorded(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(folder.in(name))
  for (const [file, text] of Object.entries(files))
    await writeFile(folder.in(`${name}/${file}`), text)
  return folder.in(name)
}

const fileOf = (...lines: readonly object[]) =>
  [HEAD, ...lines.map((line) => JSON.stringify(line)), ''].join('\n')

test('the files of several processes are one day, in the order of the clock, with what each left out', async () => {
  const path = await recorded('day', {
    'a.jsonl': fileOf(at(1), { missed: 2 }, at(5)),
    'b.jsonl': `${fileOf(at(3), { missed: 1 }, { missed: 4 })}{"askedAt":"2026-`,
    'notes.txt': 'no recording',
  })
  const { exchanges, missed, torn } = await readRecording(path)
  assert.deepEqual(
    exchanges.map(({ askedAt, where }) => [askedAt.getUTCMinutes(), where]),
    [
      [1, 'a.jsonl:2'],
      [3, 'b.jsonl:2'],
      [5, 'a.jsonl:4'],
    ],
  )
  assert.equal(missed, 7)
  assert.deepEqual(torn, ['b.jsonl'])
})

test('a recording that left nothing out says so', async () => {
  const path = await recorded('whole', { 'a.jsonl': fileOf(at(1)) })
  const { missed, torn } = await readRecording(path)
  assert.deepEqual([missed, torn], [0, []])
})

// biome-ignore format: a table
const WRONG: readonly (readonly [what: string, file: string, says: RegExp])[] = [
  ['another file',       '{"a":1}\n',                                   /a\.jsonl: no es una grabación de Sello\.$/],
  ['another version',    '{"recording":"sello","version":2}\n',         /a\.jsonl: la grabación es de la versión 2, y este comando lee la 1\.$/],
  ['a line of no call',  `${HEAD}\n${JSON.stringify(at(1))}\n[]\n`,      /a\.jsonl:3: no es un intercambio grabado\.$/],
  ['a line of no JSON',  `${HEAD}\n{\n`,                                /a\.jsonl:2: no es un intercambio grabado\.$/],
  ['no instant',         fileOf(at(1, { askedAt: 'ayer' })),            /a\.jsonl:2: no es/],
  ['no path',            fileOf(at(1, { path: '' })),                   /a\.jsonl:2: no es/],
  ['a path elsewhere',   fileOf(at(1, { path: '/../x' })),              /a\.jsonl:2: no es/],
  ['no answer',          fileOf(at(1, { answer: {} })),                 /a\.jsonl:2: no es/],
]

for (const [what, file, says] of WRONG) {
  test(`a recording with ${what} is refused by its place`, async () => {
    const path = await recorded(what, { 'a.jsonl': file })
    await assert.rejects(readRecording(path), (error) => {
      assert.ok(error instanceof CliError)
      assert.match(error.message, says)
      return true
    })
  })
}

test('a folder without a recording, and one that is not there, are refused', async () => {
  await assert.rejects(readRecording(await recorded('none', {})), /no hay ninguna grabación/)
  await assert.rejects(readRecording(folder.in('nowhere')), /nowhere: no existe/)
})

const [A, B] = ['A', 'B'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)
const signed = (codigoGeneracion?: string) =>
  JSON.stringify({ identificacion: { codigoGeneracion } })
const exchange = (request: object, json: object | null): Exchange => ({
  ...{ where: 'x:1', askedAt: new Date(), path: '/x', code: null, nit: null },
  request: request as Exchange['request'],
  answer: json && { status: 200, json },
})
const sent = (json: object | null, ...codes: readonly (string | undefined)[]) =>
  exchange(
    codes.length > 1 ? { documentos: codes.map(signed) } : { documento: signed(codes[0]) },
    json,
  )
const queried = (json: object | null, codigoGeneracion = A) =>
  exchange({ codigoGeneracion, tdte: '01' }, json)
const SEAL = { selloRecibido: 'S' }
const TWICE = { codigoMsg: '004' }

// biome-ignore format: a table
const LATER: readonly (readonly [what: string, had: boolean, later: readonly Exchange[]])[] = [
  ['nothing',                                 false, []],
  ['a query that finds it',                   true,  [queried(SEAL)]],
  ['a query that does not',                   false, [queried({}), queried(SEAL)]],
  ['a query of another',                      false, [queried(SEAL, B)]],
  ['a query without an answer, and one with', true,  [queried(null), queried(SEAL)]],
  ['the same again: it exists',               true,  [sent(TWICE, A)]],
  ['the same again: received',                false, [sent(SEAL, A)]],
  ['another that exists',                     false, [sent(TWICE, B)]],
  ['a lot with it that exists',               true,  [sent(TWICE, B, A)]],
  ['a lot without it',                        false, [sent(TWICE, B, B), sent(SEAL, A)]],
]

for (const [what, had, later] of LATER) {
  test(`after ${what} a sending ${had ? 'had' : 'had not'} arrived`, () => {
    const [paper] = papersOf(sent(null, A))
    assert.ok(paper)
    assert.equal(hadArrived(paper, later), had)
  })
}
