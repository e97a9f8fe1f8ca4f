/** Drafts in this browser and on the server: whose they are, and which one is found first. */
import './page.ts'
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Workspace } from '../src/app/workspace.ts'
import { useEmptyStore } from './indexed-db.ts'

const { keysOf, read, write } = await import('../src/db.ts')
const { draftFrom, dropDraft, dropHere, findDraft, keepDraft, latestDraft, newDraft } =
  await import('../src/emitir/drafts.ts')
const { pushDraft, storedDraft, unansweredDrafts } = await import('../src/emitir/drafts.ts')
const { formVacio } = await import('../src/emitir/form.ts')

const NIT = '06140101900001'
const placeOf = (personaId: string, ambiente = '00') =>
  ({ personaId, empresa: { nit: NIT }, ambiente }) as Workspace
const ANA = placeOf('ana')
const API = `/console/api/${NIT}/00/borradores`

let calls: string[] = []
let answer: () => Response = () => assert.fail('no call was expected')
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

beforeEach(async () => {
  await useEmptyStore()
  calls = []
  answer = () => assert.fail('no call was expected')
  Object.assign(globalThis, {
    fetch: async (url: string, { method, body }: RequestInit) => {
      calls.push([method, url, body].filter(Boolean).join(' '))
      return answer()
    },
  })
})

const draftOf = (id: string, values: object = {}, form: object = {}) => ({
  ...{ ...newDraft({ ...formVacio('01'), ...form }), id, idempotencyKey: `key-${id}` },
  ...values,
})

test('a new draft starts with nothing sent, keys of its own, and what it was begun from', () => {
  const form = formVacio('03')
  const { id, idempotencyKey, ...rest } = newDraft(form)
  assert.deepEqual(rest, {
    ...{ form, sent: false, sentAt: null, revision: 0, desde: null, noCaben: [] },
  })
  const other = newDraft(form, { desde: 'corrige=a', noCaben: ['extension'] })
  assert.deepEqual([other.desde, other.noCaben], ['corrige=a', ['extension']])
  assert.equal(new Set([id, idempotencyKey, other.id, other.idempotencyKey]).size, 4)
})

describe('a draft of this browser', () => {
  test('is encrypted with a key that does not leave it, and is of one person in one place', async () => {
    const draft = draftOf('a', {}, { observaciones: 'secreto' })
    await keepDraft(ANA, draft)
    await keepDraft(ANA, draftOf('b'))
    assert.deepEqual(await storedDraft(ANA, 'a'), draft)
    const [name] = await keysOf('borradores')
    assert.equal(name, `ana/${NIT}/00/a`)
    const [one, other] = await Promise.all(
      ['a', 'b'].map((id) =>
        read<{ iv: Uint8Array; datos: ArrayBuffer }>('borradores', `ana/${NIT}/00/${id}`),
      ),
    )
    assert.ok(one && other)
    assert.ok(!Buffer.from(one.datos).includes('secreto'))
    assert.equal(one.iv.length, 12)
    assert.notDeepEqual(one.iv, other.iv)
    assert.deepEqual(await keysOf('claves'), [`borradores/ana/${NIT}/00`])
    const key = await read<CryptoKey>('claves', `borradores/ana/${NIT}/00`)
    assert.equal(key?.extractable, false)
    assert.deepEqual(key?.algorithm, { name: 'AES-GCM', length: 256 })
    for (const place of [placeOf('eva'), placeOf('ana', '01')]) {
      assert.equal(await storedDraft(place, 'a'), null)
    }
  })

  test('that an earlier version stored has every member', async () => {
    const { sentAt, desde, noCaben, ...old } = draftOf('a')
    await keepDraft(ANA, old as never)
    assert.deepEqual(await storedDraft(ANA, 'a'), { ...old, sentAt, desde, noCaben })
    const full = draftOf('b', { sentAt: '2026-11-20', desde: 'duplica=x', noCaben: ['apendice'] })
    await keepDraft(ANA, full)
    assert.deepEqual(await storedDraft(ANA, 'b'), full)
  })

  test('is found without the server', async () => {
    await keepDraft(ANA, draftOf('a'))
    assert.equal((await findDraft(ANA, 'a'))?.id, 'a')
    assert.deepEqual(calls, [])
  })

  test('of a type is the one whose outcome is not known, else the newest that corrects nothing', async () => {
    assert.equal(await latestDraft(ANA, '01'), null)
    await keepDraft(ANA, draftOf('a'))
    await keepDraft(ANA, draftOf('b'))
    await keepDraft(ANA, draftOf('c', {}, { corrige: 'x' }))
    await keepDraft(ANA, draftOf('d', {}, { tipoDte: '03' }))
    await keepDraft(placeOf('ana', '01'), draftOf('e'))
    assert.equal((await latestDraft(ANA, '01'))?.id, 'b')
    assert.equal((await latestDraft(ANA, '03'))?.id, 'd')
    await keepDraft(ANA, draftOf('a', { sent: true }))
    assert.equal((await latestDraft(ANA, '01'))?.id, 'a')
    await keepDraft(ANA, draftOf('c', { sent: true }, { corrige: 'x' }))
    const unanswered = await unansweredDrafts(ANA)
    assert.deepEqual(
      unanswered.map(({ id }) => id),
      ['c', 'a'],
    )
  })

  test('for a document is found by where it began', async () => {
    await keepDraft(ANA, draftOf('a', { desde: 'corrige=x' }))
    await keepDraft(ANA, draftOf('b'))
    assert.equal((await draftFrom(ANA, 'corrige=x'))?.id, 'a')
    assert.equal(await draftFrom(ANA, 'corrige=y'), null)
  })

  test('that is gone by the time it is read is left out', async () => {
    await keepDraft(ANA, draftOf('a', { sent: true }))
    await write('borradores', `ana/${NIT}/00/z`, undefined)
    answer = () => json(404, {})
    assert.deepEqual(
      (await unansweredDrafts(ANA)).map(({ id }) => id),
      ['a'],
    )
  })
})

describe('a draft of the server', () => {
  test('is asked for where this browser has none, with the revision that it has there', async () => {
    const { noCaben: _, ...contenido } = draftOf('a/b')
    answer = () => json(200, { revision: 7, contenido })
    assert.deepEqual(await findDraft(ANA, 'a/b'), { ...contenido, noCaben: [], revision: 7 })
    assert.deepEqual(calls, [`GET ${API}/a%2Fb`])
    answer = () => json(404, {})
    assert.equal(await findDraft(ANA, 'a'), null)
    answer = () => json(500, {})
    await assert.rejects(findDraft(ANA, 'a'), { name: 'ApiError', status: 500 })
  })

  test('is saved as the next revision of its own', async () => {
    const draft = draftOf('a', { revision: 2 }, { tipoDte: '03' })
    answer = () => json(200, { revision: 3 })
    assert.equal(await pushDraft(ANA, draft, 'Ana, $ 1.00'), 3)
    const body = { tipoDte: '03', resumen: 'Ana, $ 1.00', contenido: draft, revision: 2 }
    assert.deepEqual(calls, [`PUT ${API}/a ${JSON.stringify(body)}`])
  })

  test('is dropped with that of this browser, which is dropped whatever the server says', async () => {
    const stored = draftOf('a', { revision: 1 })
    for (const status of [204, 404, 500]) {
      await keepDraft(ANA, stored)
      answer = () => new Response(null, { status })
      await dropDraft(ANA, stored)
      assert.equal(await storedDraft(ANA, 'a'), null)
    }
    assert.deepEqual(calls, Array(3).fill(`DELETE ${API}/a`))
    await keepDraft(ANA, stored)
    answer = () => assert.fail('no connection')
    await assert.rejects(dropDraft(ANA, stored), { name: 'Unreachable' })
    assert.equal(await storedDraft(ANA, 'a'), null)
  })

  test('that was never saved there is dropped without asking', async () => {
    const draft = draftOf('a')
    await keepDraft(ANA, draft)
    await dropDraft(ANA, draft)
    await keepDraft(ANA, { ...draft, revision: 4 })
    await dropHere(ANA, 'a')
    assert.equal(await storedDraft(ANA, 'a'), null)
    assert.deepEqual(calls, [])
  })
})
