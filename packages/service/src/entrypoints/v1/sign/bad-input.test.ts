import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Malformed } from '../../../../test/malformed.ts'
import { bodyOf, prepare } from '../../../../test/prepared.ts'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'

let world: World
let prepared: Reply
before(async () => {
  world = await createWorld()
  prepared = await prepare(world)
})
after(() => world.close())

const BODY = '400 invalid_request body'
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** Bodies that each have one defect, made from a valid one. */
function malformed(): readonly Malformed[] {
  const good = bodyOf(prepared)
  const text = (payload: string | Buffer, headers = {}) => ({ payload, headers })
  const json = (changes: object) => text(JSON.stringify({ ...good, ...changes }))
  const header = (name: string, value: string | undefined) =>
    text(JSON.stringify(good), { [name]: value })
  const withDocumento = (documento: string) =>
    text(`{"prepareToken":${JSON.stringify(good.prepareToken)},"documento":${documento}}`)
  const changed = (from: string, to: string) =>
    withDocumento(JSON.stringify(good.documento).replace(from, to))

  // biome-ignore format: a table
  return [
    ['no body', text(''), BODY],
    ['text that is not JSON', text('{"prepareToken":'), '400 invalid_request prepareToken'],
    ['a list', text('[]'), BODY],
    ['null', text('null'), BODY],
    ['a form', text('prepareToken=x', { 'content-type': 'application/x-www-form-urlencoded' }), BODY],
    ['no content type', text(JSON.stringify(good), { 'content-type': undefined }), BODY],
    ['a body that is not UTF-8', text(Buffer.from(JSON.stringify(good), 'latin1')), BODY],
    ['a body over 1 MB', json({ documento: { a: 'x'.repeat(1024 * 1024) } }), BODY],
    ['an empty object', text('{}'), '400 invalid_request prepareToken'],
    ['no token', json({ prepareToken: undefined }), '400 invalid_request prepareToken'],
    ['a token that is null', json({ prepareToken: null }), '400 invalid_request prepareToken'],
    ['a token that is a number', json({ prepareToken: 7 }), '400 invalid_request prepareToken'],
    ['a token that is a list', json({ prepareToken: [good.prepareToken] }), '400 invalid_request prepareToken'],
    ['an empty token', json({ prepareToken: '' }), '400 invalid_request prepareToken'],
    ['a token without end', json({ prepareToken: 'x'.repeat(501) }), '400 invalid_request prepareToken'],
    ['no document', json({ documento: undefined }), '400 invalid_request documento'],
    ['a document that is null', json({ documento: null }), '400 invalid_request documento'],
    ['a document that is a text', json({ documento: JSON.stringify(good.documento) }), '400 invalid_request documento'],
    ['a document that is a list', json({ documento: [good.documento] }), '400 invalid_request documento'],
    ['an unknown member', json({ tipoDte: '01' }), '400 invalid_request tipoDte'],
    ['a member of prepare’s answer', json({ codigoGeneracion: prepared.body.codigoGeneracion }), '400 invalid_request codigoGeneracion'],
    ['a member named __proto__', text(JSON.stringify(good).replace('{', '{"__proto__":{},')), '400 invalid_request __proto__'],
    ['a document nested a thousand levels deep', withDocumento(`{"a":${nested(1_000)}}`), '400 invalid_request documento'],
    ['a document nested 100,000 levels deep', withDocumento(`{"a":${nested(100_000)}}`), '400 invalid_request documento'],
    ['a number beyond every number', changed('"totalPagar":11.3', '"totalPagar":1e999'), '400 invalid_request documento.resumen.totalPagar'],
    ['infinity in the place of null', changed('"apendice":null', '"apendice":1e999'), '400 invalid_request documento.apendice'],
    ['no Idempotency-Key', header('idempotency-key', undefined), '400 idempotency_key_required Idempotency-Key'],
    ['an Idempotency-Key of 201 characters', header('idempotency-key', 'x'.repeat(201)), '400 invalid_request Idempotency-Key'],
    ['an unknown query parameter', { ...json({}), search: '?seco=1' }, '400 invalid_request seco'],
    ['a text that is no token', json({ prepareToken: 'x' }), '422 prepare_token_invalid desconocido'],
    ['a token of dots', json({ prepareToken: '.....' }), '422 prepare_token_invalid desconocido'],
    ['a token and a line break', json({ prepareToken: `${good.prepareToken}\n` }), '422 prepare_token_invalid desconocido'],
    ['a token in Unicode', json({ prepareToken: `${good.prepareToken.slice(0, -1)}ｘ` }), '422 prepare_token_invalid desconocido'],
    ['a document of no members', json({ documento: {} }), '422 prepare_token_invalid documento_cambiado'],
    ['a document with a member named __proto__', changed('{', '{"__proto__":{},'), '422 prepare_token_invalid documento_cambiado'],
    ['half a character in a text', changed('Café', '\\ud83c'), '422 prepare_token_invalid documento_cambiado'],
  ]
}

function answerOf({ status, body }: Reply): string {
  if (!body.error) return `${status} ${body.estado}`
  const { code, details } = body.error
  return `${status} ${code} ${details.field ?? details.motivo}`
}

test('every malformed signature is refused with its code and field, and the reservation stays', async (t) => {
  const { apiKey, signKey } = world.company.key
  const rows = malformed()
  const wrong: string[] = []
  for (const [i, [what, { search = '', headers, payload }, expected]] of rows.entries()) {
    const all = {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey,
      'idempotency-key': `malformed ${i}`,
      ...headers,
    }
    const sent = Object.entries(all).filter(([, value]) => value !== undefined)
    const reply = await world.inject({
      method: 'POST',
      url: `/v1/dte/sign${search}`,
      headers: Object.fromEntries(sent) as Record<string, string>,
      payload,
    })
    const answer = answerOf(reply)
    if (answer !== expected) wrong.push(`${what}\n  is      ${answer}\n  must be ${expected}`)
  }

  t.diagnostic(`${rows.length} malformed requests`)
  assert.deepEqual(wrong, [])
  const { body } = await world.query(prepared.body.codigoGeneracion)
  assert.equal(body.estado, 'reservado')
  const claims = await world.deps.pool.many(`select 1 from claims where room = 'sign'`)
  assert.deepEqual(claims, [])
  assert.deepEqual(await world.mh.ledger(), [])
})
