import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../../ledger/transmission/answer.ts'
import { readContingencia, readLot, readLotVerdicts, readQuery, readReception } from './envelope.ts'
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
  ['a seal with a letter more',             response(200, { ...processed, selloRecibido: `${SELLO}A` }), 'without_seal',  'without_seal'],
  ['a seal with a letter before',           response(200, { ...processed, selloRecibido: `A${SELLO}` }), 'without_seal',  'without_seal'],
  ['a seal in small letters',               response(200, { ...processed, selloRecibido: SELLO.toLowerCase() }), 'without_seal', 'without_seal'],
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

test('the codes of the authentication service are about the session, each of them and no other', () => {
  for (let code = 90; code < 120; code++) {
    const codigoMsg = `${code}`.padStart(3, '0')
    const isToken = [100, 102, 103, 106, 107, 108, 109].includes(code)
    const raw = response(400, rejected(codigoMsg))
    assert.equal(wordOf(readReception(raw, CODE)), isToken ? 'token_refused' : 'rejected')
    assert.equal(wordOf(readQuery(raw, CODE)), isToken ? 'token_refused' : 'not_found')
  }
})

test('an event’s answer in the words of the others is read by these', () => {
  const said = { ...rejected('020'), fhProcesamiento: 'a', fechaHora: 'b', mensaje: 'other words' }
  const reply = readContingencia(response(400, said), CODE)
  assert.ok(reply.kind === 'rejected')
  const { codigoMsg, descripcionMsg, fhProcesamiento } = reply
  assert.deepEqual([codigoMsg, descripcionMsg, fhProcesamiento], ['020', 'CALCULO INCORRECTO', 'a'])
  const observed = {
    ...rejected(null),
    observaciones: ['[identificacion.codigoGeneracion] YA EXISTE'],
  }
  const known = readContingencia(response(400, observed), CODE)
  assert.equal(known.kind === 'rejected' && known.codigoMsg, '004')
  assert.equal(wordOf(readContingencia(response(200, undefined), CODE)), 'unreadable')
})

test('what the database cannot store is taken out of the ministry’s words, and the verdict stays', () => {
  const reply = readReception(response(400, rejected('020', 'A\0B\ud800C')), CODE)
  assert.equal(reply.kind === 'rejected' && reply.descripcionMsg, 'AB\ufffdC')
})

test('a lot is received with its code, rejected as a whole, or not known to have arrived', () => {
  const codigoLote = CODE.replace('0F', '1F')
  const wordOfLot = (raw: Raw) => {
    const reply = readLot(raw, CODE)
    return reply.kind === 'unanswered' ? reply.why : reply.kind
  }
  // biome-ignore format: a table
  const answers: readonly (readonly [raw: Raw, word: string])[] = [
    [response(200, { estado: 'RECIBIDO', codigoLote }),            'received'],
    [response(399, { codigoLote }),                                'received'],
    [response(400, { estado: 'RECIBIDO', codigoLote }),            'unreadable'],
    [response(200, { ...rejected('020'), codigoLote }),            'rejected'],
    [response(400, rejected('020')),                               'rejected'],
    [response(400, rejected('107')),                               'token_refused'],
    [response(401, undefined),                                     'token_refused'],
    [response(200, { estado: 'RECIBIDO', codigoLote: '' }),        'unreadable'],
    [response(200, processed),                                     'unreadable'],
    [response(500, { codigoLote: 7 }),                             'unreadable'],
    [silence('timeout'),                                           'timeout'],
  ]
  for (const [raw, word] of answers) assert.equal(wordOfLot(raw), word, JSON.stringify(raw))
  assert.deepEqual(readLot(response(200, { codigoLote }), CODE), { kind: 'received', codigoLote })
})

test('a lot’s verdicts are those of its two lists, and a document in neither has none', () => {
  const [a, b, c] = ['1F', '2F', '3F'].map((digits) => CODE.replace('0F', digits))
  const json = {
    procesados: [
      { ...processed, codigoGeneracion: a?.toLowerCase() },
      { ...processed, codigoGeneracion: c, selloRecibido: null },
      null,
    ],
    rechazados: [{ ...rejected('020'), codigoGeneracion: b }, rejected('020')],
  }
  const kindsOf = (said: unknown, status = 200) => {
    const reply = readLotVerdicts(response(status, said), CODE)
    if (reply.kind !== 'processed') return reply.kind
    return [...reply.verdicts].map(([code, { kind }]) => [code, kind])
  }
  assert.deepEqual(kindsOf(json), [
    [a, 'sealed'],
    [b, 'rejected'],
  ])
  assert.deepEqual(kindsOf({ procesados: json.procesados }), [[a, 'sealed']])
  assert.deepEqual(kindsOf({ rechazados: json.rechazados, procesados: null }), [[b, 'rejected']])
  assert.deepEqual(kindsOf({ procesados: [], rechazados: [] }), [])
  assert.equal(kindsOf(json, 500), 'unanswered')
  assert.equal(kindsOf(rejected('107'), 400), 'token_refused')
  for (const other of [rejected('020'), processed, {}, undefined]) {
    assert.equal(kindsOf(other), 'unanswered')
  }
  assert.deepEqual(readLotVerdicts(silence('timeout'), CODE), {
    kind: 'unanswered',
    why: 'timeout',
  })
})
