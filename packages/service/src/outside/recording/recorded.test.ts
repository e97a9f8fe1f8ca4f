/** One exchange as a line of a recording has it: each kind of request, and each kind of answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Post, Raw } from '../ministry/exchange.ts'
import { createBlotter } from './blotter.ts'
import { recordedOf } from './recorded.ts'
import { standIn } from './stand-ins.ts'

const KEY = Buffer.alloc(32, 7)
const own = (text: string) => standIn(KEY, text)
const askedAt = new Date('2026-12-01T12:00:00.250Z')
const PATH = '/fesv/recepciondte'
const ANSWER: Raw = { kind: 'response', status: 200, json: { estado: 'PROCESADO' } }
/** Of an exchange without anything. */
const LINE = {
  ...{ askedAt: '2026-12-01T12:00:00.250Z', ms: 250, path: PATH, nit: null, request: null },
  answer: { status: 200, json: { estado: 'PROCESADO' } },
}

function lineOf(asked: Partial<Post>, raw: Raw = ANSWER) {
  const post = { path: PATH, body: null, contentType: 'application/json', timeoutMs: 8_000 }
  return recordedOf(createBlotter(KEY), { post: { ...post, ...asked }, raw, askedAt, ms: 250 })
}

const encoded = (text: string) => Buffer.from(text).toString('base64url')
const signed = (json: string) => `cabecera.${encoded(json)}.firma`

test('a question about a lot has its path without the code, which is blotted', async () => {
  assert.deepEqual(await lineOf({}), LINE)
  const service = '/fesv/recepcion/consultadtelote/'
  const path = `${service}${encodeURIComponent('Lote/7 b')}`
  const line = { ...LINE, path: service, code: own('Lote/7 b') }
  assert.deepEqual(await lineOf({ path, service }), line)
})

test('a session is told by the taxpayer that its token names, if it names one', async () => {
  const tokenOf = (claims: string) => `Bearer cabecera.${encoded(claims)}.firma`
  // biome-ignore format: a table
  const tokens = [
    [tokenOf('{"sub":"06140101900019","exp":1}'), own('06140101900019')],
    [tokenOf('{"exp":1,"sub" : "000162975"}'),    own('000162975')],
    [tokenOf('{"sub":"0614010190"}'),             null],
    [tokenOf('{"sub":"Ana"}'),                    null],
    ['opaco',                                     null],
    ['',                                          null],
  ] as const
  for (const [token, nit] of tokens)
    assert.deepEqual(await lineOf({ token }), { ...LINE, nit }, token)
})

test('a login has its user, blotted, and never its password', async () => {
  const contentType = 'application/x-www-form-urlencoded'
  for (const [body, user] of [
    ['user=06140101900019&pwd=Secreta1', own('06140101900019')],
    ['pwd=Secreta1', ''],
  ] as const)
    assert.deepEqual(await lineOf({ body, contentType }), { ...LINE, request: { user } })
})

test('a request has its members, and what was signed without its signature', async () => {
  const requestOf = async (body: object) => (await lineOf({ body: JSON.stringify(body) })).request
  const [ana, rosa] = ['{"nombre":"Ana","tipoDte":"01"}', '{"nombre":"Rosa","monto":1.00}']
  const [ownAna, ownRosa] = [ana.replace('Ana', own('Ana')), rosa.replace('Rosa', own('Rosa'))]
  const envelope = { ambiente: '00', idEnvio: 1, tipoDte: '01' }
  assert.deepEqual(await requestOf(envelope), envelope)
  assert.deepEqual(await requestOf({ ...envelope, documento: signed(ana) }), {
    ...{ ...envelope, documento: ownAna },
  })
  assert.deepEqual(await requestOf({ ...envelope, documentos: [ana, rosa].map(signed) }), {
    ...{ ...envelope, documentos: [ownAna, ownRosa] },
  })
  assert.deepEqual(await requestOf({ ...envelope, documento: 'sin firma' }), {
    ...{ ...envelope, documento: '' },
  })
})

test('an answer is its status and its JSON, without what it quotes of the request; a silence is its reason', async () => {
  const answerOf = async (raw: Raw, body: string | null = null) =>
    (await lineOf({ body }, raw)).answer
  const page = { kind: 'response', status: 502, json: undefined } as const
  assert.deepEqual(await answerOf(page), { status: 502, json: null })
  assert.deepEqual(await answerOf({ ...page, json: null }), { status: 502, json: null })
  const silence = { kind: 'silence', why: 'timeout', code: 'TimedOut' } as const
  assert.deepEqual(await answerOf(silence), { silence: 'timeout', code: 'TimedOut' })
  const body = JSON.stringify({ documento: signed('{"nombre":"Zoila Ficticia"}') })
  const quoting = { ...page, status: 400, json: { descripcionMsg: 'ZOILA FICTICIA NO EXISTE' } }
  assert.deepEqual(await answerOf(quoting, body), {
    ...{ status: 400, json: { descripcionMsg: `${own('Zoila Ficticia')} NO EXISTE` } },
  })
})

test('others work between the documents of a lot', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await lineOf({ body: JSON.stringify({ documentos: Array(20).fill(signed('{}')) }) })
  isOver = true
  assert.ok(turns >= 19, `${turns} turns`)
})
