import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../../ledger/transmission/answer.ts'
import { readContingencia, readQuery, readReception } from './envelope.ts'
import type { Raw } from './exchange.ts'

const CODE = '0F0F0F0F-0000-4000-8000-000000000000'
const SELLO = '2026ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

const response = (status: number, json: unknown): Raw => ({ kind: 'response', status, json })
const silence = (why: 'timeout' | 'unreachable'): Raw => ({ kind: 'silence', why, code: 'TEST' })
const processed = {
  estado: 'PROCESADO',
  codigoGeneracion: CODE,
  selloRecibido: SELLO,
  fhProcesamiento: '05/10/2026 10:15:30',
}
const rejected = (codigoMsg: string | null, descripcionMsg = 'CALCULO INCORRECTO') => ({
  estado: 'RECHAZADO',
  codigoMsg,
  descripcionMsg,
})

/** The result of an exchange in one word; no answer with its reason. */
const wordOf = (reply: Reply) => (reply.kind === 'unanswered' ? reply.why : reply.kind)

// biome-ignore format: a table
const READINGS: readonly (readonly [what: string, raw: Raw, sent: string, asked: string])[] = [
  // what came                              the exchange                                            when sent        when asked
  ['a seal',                                response(200, processed),                               'sealed',        'sealed'],
  ['a seal under its older name',           response(200, { estado: 'PROCESADO', numValidacion: SELLO }), 'sealed',  'sealed'],
  ['a seal with the code in small letters', response(200, { ...processed, codigoGeneracion: CODE.toLowerCase() }), 'sealed', 'sealed'],
  ['a seal in a 400',                       response(400, processed),                               'sealed',        'sealed'],
  ['the seal of another document',          response(200, { ...processed, codigoGeneracion: CODE.replace('0F', '1F') }), 'unreadable', 'unreadable'],
  ['processed without a seal',              response(200, { estado: 'PROCESADO' }),                 'without_seal',  'without_seal'],
  ['processed with an empty seal',          response(200, { ...processed, selloRecibido: '' }),     'without_seal',  'without_seal'],
  ['processed with a seal that is no text', response(200, { ...processed, selloRecibido: 7 }),      'without_seal',  'without_seal'],
  ['processed with a seal of another form', response(200, { ...processed, selloRecibido: 'OK' }),   'without_seal',  'without_seal'],
  ['a rejection with 400',                  response(400, rejected('020')),                         'rejected',      'not_found'],
  ['a rejection with 200',                  response(200, rejected('020')),                         'rejected',      'not_found'],
  ['a rejection with 401',                  response(401, rejected('020')),                         'rejected',      'token_refused'],
  ['a rejection without a code',            response(400, rejected(null)),                          'rejected',      'not_found'],
  ['a rejection that knows no record',      response(400, rejected('014')),                         'rejected',      'not_found'],
  ['a rejection of the token',              response(400, rejected('107')),                         'token_refused', 'token_refused'],
  ['a rejection with 500',                  response(500, rejected('020')),                         'unreadable',    'unreadable'],
  ['another state',                         response(200, { estado: 'EN PROCESO' }),                'unreadable',    'unreadable'],
  ['another state with 400',                response(400, { estado: 'NO ENCONTRADO' }),             'unreadable',    'not_found'],
  ['a 404 without JSON',                    response(404, undefined),                               'unreadable',    'not_found'],
  ['a 400 without JSON',                    response(400, undefined),                               'unreadable',    'unreadable'],
  ['an empty object',                       response(200, {}),                                      'unreadable',    'unreadable'],
  ['a list',                                response(200, [processed]),                             'unreadable',    'unreadable'],
  ['null',                                  response(200, null),                                    'unreadable',    'unreadable'],
  ['a text',                                response(200, 'PROCESADO'),                             'unreadable',    'unreadable'],
  ['HTML',                                  response(200, undefined),                               'unreadable',    'unreadable'],
  ['HTML with 502',                         response(502, undefined),                               'unreadable',    'unreadable'],
  ['401',                                   response(401, { status: 401 }),                         'token_refused', 'token_refused'],
  ['401 without JSON',                      response(401, undefined),                               'token_refused', 'token_refused'],
  ['silence',                               silence('timeout'),                                     'timeout',       'timeout'],
  ['a refused connection',                  silence('unreachable'),                                 'unreachable',   'unreachable'],
]

for (const [what, raw, sent, asked] of READINGS) {
  test(`${what} is read as ${sent} after sending, and as ${asked} after a query`, () => {
    assert.equal(wordOf(readReception(raw, CODE)), sent)
    assert.equal(wordOf(readQuery(raw, CODE)), asked)
  })
}

test('a 404 with a JSON object comes from the ministry; without one it may come from a gateway', () => {
  assert.deepEqual(readQuery(response(404, { status: 404 }), CODE), { kind: 'not_found' })
  for (const page of [undefined, 'default backend - 404', null]) {
    assert.deepEqual(readQuery(response(404, page), CODE), { kind: 'not_found', isBare: true })
  }
})

test('remarks are the strings among the ministry’s observations', () => {
  const remarksOf = (observaciones: unknown) => {
    const reply = readReception(response(200, { ...processed, observaciones }), CODE)
    return reply.kind === 'sealed' ? reply.observaciones : null
  }
  assert.deepEqual(remarksOf(['uno', 'dos']), ['uno', 'dos'])
  for (const none of [undefined, null, [], ['', ''], 'uno', {}, [null, 7]]) {
    assert.deepEqual(remarksOf(none), [])
  }
})

test('a rejection keeps every word of the ministry', () => {
  const said = {
    ...rejected('020'),
    clasificaMsg: '16',
    fhProcesamiento: '05/10/2026 10:15:30',
    observaciones: ['esperado 1.29'],
  }
  const { estado, ...words } = said
  assert.equal(estado, 'RECHAZADO')
  assert.deepEqual(readReception(response(400, said), CODE), { kind: 'rejected', ...words })
})

test('a contingency event’s answer has its own words, and is read like that of every other filing', () => {
  const fechaHora = '05/10/2026 10:15:30'
  const received = { estado: 'RECIBIDO', fechaHora, selloRecibido: SELLO, observaciones: [] }
  assert.deepEqual(readContingencia(response(200, received), CODE), {
    kind: 'sealed',
    selloRecibido: SELLO,
    fhProcesamiento: fechaHora,
    observaciones: [],
  })
  const refused = { estado: 'RECHAZADO', fechaHora, mensaje: 'FUERA DE PLAZO', selloRecibido: null }
  assert.deepEqual(readContingencia(response(400, refused), CODE), {
    kind: 'rejected',
    codigoMsg: null,
    clasificaMsg: null,
    descripcionMsg: 'FUERA DE PLAZO',
    fhProcesamiento: fechaHora,
    observaciones: [],
  })
  const again = { ...refused, mensaje: '[identificacion.codigoGeneracion] YA EXISTE' }
  const known = readContingencia(response(400, again), CODE)
  assert.equal(known.kind === 'rejected' && known.codigoMsg, '004')
  assert.equal(
    wordOf(readContingencia(response(200, { estado: 'RECIBIDO' }), CODE)),
    'without_seal',
  )
  assert.equal(wordOf(readContingencia(silence('timeout'), CODE)), 'timeout')
})
