/** What is asked of the simulator for each recorded exchange, what is compared, and why the rest is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer, Exchange, Members } from './read.ts'
import { replay, type Skipped } from './replay.ts'
import type { Question, Rule, SimulatorCalls } from './simulator.ts'

const NIT = '06140101900019'
const [A, B, C] = ['A', 'B', 'C'].map((letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`)
const [SEAL, OWN] = ['M', 'S'].map((letter) => letter.repeat(40))
const PATHS = {
  auth: '/seguridad/auth',
  query: '/fesv/recepcion/consultadte',
  lotQuery: '/fesv/recepcion/consultadtelote',
  sending: '/fesv/recepciondte',
  contingencia: '/fesv/contingencia',
}

const said = (json: unknown, status = 200): Answer => ({ status, json })
const SEALED = said({ estado: 'PROCESADO', selloRecibido: SEAL })
const OWN_SEALED = said({ estado: 'PROCESADO', selloRecibido: OWN })
const REFUSED = said({ estado: 'RECHAZADO', codigoMsg: '020', descripcionMsg: '[a.b] NO' }, 400)

interface Given extends Partial<Exchange> {
  readonly request?: Members | null
}

let seconds = 0
const exchange = (path: string, request: Members | null, more: Given = {}): Exchange => {
  seconds += 1
  const askedAt = new Date(Date.UTC(2026, 9, 5, 16, 0, seconds))
  return {
    where: `1.jsonl:${seconds}`,
    askedAt,
    path,
    code: null,
    nit: NIT,
    request,
    answer: SEALED,
    ...more,
  }
}
/** The text of a document, with its code and what it names. */
const signed = (codigoGeneracion: string | undefined, more: object = {}) =>
  JSON.stringify({
    identificacion: {
      codigoGeneracion,
      tipoDte: '01',
      numeroControl: `DTE-${codigoGeneracion?.[0]}`,
    },
    ...more,
  })
const note = (codigoGeneracion: string | undefined, of: string | undefined) =>
  signed(codigoGeneracion, { documentoRelacionado: [{ numeroDocumento: of }] })
const sending = (documento: string, more: Given = {}) =>
  exchange(PATHS.sending, { documento }, more)
const query = (code: string | undefined, more: Given = {}) =>
  exchange(PATHS.query, { codigoGeneracion: code, tdte: '01' }, more)
const lot = (codes: readonly (string | undefined)[], more: Given = {}) =>
  exchange(PATHS.sending, { documentos: codes.map((code) => signed(code)), version: 3 }, more)
const lotQuery = (code: string, json: unknown) =>
  exchange(PATHS.lotQuery, null, { code, answer: said(json) })

type Own = (question: Question) => Answer
/** One that answers so, and remembers what it was asked. */
function simulatorOf(own: Own) {
  const asked: { nit: string; path: string; body: object | null }[] = []
  const times: string[] = []
  const ruled: string[] = []
  const rule: Rule = { name: 'regla', what: 'lo que pide' }
  const calls: SimulatorCalls = {
    at: async (time) => void times.push(time.toISOString()),
    ask: async (nit, { path, body }) => {
      asked.push({ nit, path, body })
      return own({ path, body })
    },
    login: async (nit) => {
      asked.push({ nit, path: PATHS.auth, body: null })
      return own({ path: PATHS.auth, body: null })
    },
    ruleOf: async (_, code) => {
      ruled.push(code)
      return rule
    },
    sign: (text) => `signed ${text}`,
  }
  return { calls, asked, times, ruled }
}

async function told(exchanges: readonly Exchange[], own: Own = () => OWN_SEALED) {
  const { calls, ...seen } = simulatorOf(own)
  const { compared, skipped, found } = await replay(exchanges, calls, () => false)
  return { compared, skipped: Object.fromEntries(skipped), found, ...seen }
}

const LOGIN = { user: NIT, pwd: 'x' }
const OPENED = { answer: said({ status: 'OK' }) }
const SILENT = { answer: null }

// biome-ignore format: a table
const SKIPPED: readonly (readonly [what: string, why: Skipped, exchanges: readonly Exchange[], asks: number])[] = [
  ['of nobody',                              'sesion',       [sending(signed(A), { nit: null })], 0],
  ['with a number that is no NIT',           'sesion',       [sending(signed(A), { nit: `1${NIT}` })], 0],
  ['whose session had ended',                'sesion',       [sending(signed(A), { answer: said({}, 401) })], 0],
  ['a login that was refused',               'sesion',       [exchange(PATHS.auth, LOGIN, { answer: said({ status: 'ERROR' }) })], 0],
  ['a login without an answer',              'sinRespuesta', [exchange(PATHS.auth, LOGIN, SILENT)], 0],
  ['a query without an answer',              'sinRespuesta', [query(A, SILENT)], 0],
  ['a query that failed',                    'sinRespuesta', [query(A, { answer: said({}, 500) })], 0],
  ['a query answered with no object',        'sinRespuesta', [query(A, { answer: said('<html>') })], 0],
  ['a query of what was sealed before',      'anterior',     [query(A)], 1],
  ['the query of a lot without an answer',   'sinRespuesta', [exchange(PATHS.lotQuery, null, { code: 'L', ...SILENT })], 0],
  ['the query of a lot of before',           'anterior',     [lotQuery('L', {})], 0],
  ['what has no document',                   'anterior',     [exchange(PATHS.sending, {})], 0],
  ['a sending that did not arrive',          'sinRespuesta', [sending(signed(A), SILENT)], 0],
  ['a refusal of the signature',             'firma',        [sending(signed(A), { answer: said({ codigoMsg: '802' }, 400) })], 1],
  ['what names a document of before',        'anterior',     [sending(note(B, A))], 1],
]
for (const [what, why, exchanges, asks] of SKIPPED) {
  test(`not compared: ${what} (${why})`, async () => {
    const { compared, skipped, found, asked } = await told(exchanges)
    assert.deepEqual([compared, skipped, found, asked.length], [0, { [why]: 1 }, [], asks])
  })
}

// biome-ignore format: a table
const COMPARED: readonly (readonly [what: string, exchanges: readonly Exchange[]])[] = [
  ['a query of what nobody sealed',            [query(A, { answer: said({}) })]],
  ['the last status that is no failure',        [query(A, { answer: said({}, 499) })]],
  ['a refusal whose code only has an 8 in it', [sending(signed(A), { answer: said({ codigoMsg: '0802' }) })]],
  ['a refusal whose code only begins so',      [sending(signed(A), { answer: said({ codigoMsg: '8020' }) })]],
  ['an event of contingency before its papers', [exchange(PATHS.contingencia, { documento: note(B, A) })]],
  ['the same, with a slash behind the path',   [exchange(`${PATHS.contingencia}/`, { documento: note(B, A) })]],
  ['what names a document that was sent',      [sending(signed(A)), sending(note(B, A))]],
  ['a query of what was sent',                 [sending(signed(A)), query(A)]],
]
for (const [what, exchanges] of COMPARED) {
  test(`compared: ${what}`, async () => {
    const own = exchanges.map(({ answer }) => answer)
    const { compared, skipped, found } = await told(exchanges, () => own.shift() ?? SEALED)
    assert.deepEqual([compared, skipped, found], [exchanges.length, {}, []])
  })
}

test('the taxpayer is whom the exchange, the login, the event or the paper itself names', async () => {
  const by = (more: Given, request: Members, path = PATHS.sending) =>
    exchange(path, request, { nit: null, ...more })
  // biome-ignore format: a table
  const named: readonly (readonly [Exchange, string])[] = [
    [by({ nit: NIT }, { documento: signed(A) }),                                            NIT],
    [by(OPENED, { user: '123456789' }, PATHS.auth),                                         '123456789'],
    [by({ answer: said({}) }, { codigoGeneracion: A, nitEmisor: '100000002' }, PATHS.query), '100000002'],
    [by({}, { nit: '100000003', documento: signed(A) }),                                    '100000003'],
    [by({}, { documento: signed(A, { emisor: { nit: '100000004' } }) }),                    '100000004'],
    [by({}, { documento: signed(A, { emisor: { numDocumento: '100000005' } }) }),           '100000005'],
    [by({ nit: '1234' }, { nit: '100000006', documento: signed(A) }),                       '100000006'],
  ]
  const { asked } = await told(named.map(([one]) => one))
  assert.deepEqual(
    asked.map(({ nit }) => nit),
    named.map(([, nit]) => nit),
  )
})

test('each is asked at its own time, as it was but for the signature and the seals of the other', async () => {
  const invalidation = JSON.stringify({ documento: { selloRecibido: SEAL, codigoGeneracion: A } })
  const exchanges = [
    sending(signed(A), { request: { ambiente: '00', version: 2, documento: signed(A) } }),
    sending(invalidation),
    query(A),
    lot([B, C]),
  ]
  const { asked, times, compared } = await told(exchanges)
  assert.deepEqual(
    times,
    exchanges.map(({ askedAt }) => askedAt.toISOString()),
  )
  assert.deepEqual(
    asked.map(({ path, body }) => [path, body]),
    [
      [PATHS.sending, { ambiente: '00', version: 2, documento: `signed ${signed(A)}` }],
      [PATHS.sending, { documento: `signed ${invalidation.replace(SEAL ?? '', OWN ?? '')}` }],
      [PATHS.query, { codigoGeneracion: A, tdte: '01' }],
      [PATHS.sending, { version: 3, documentos: [B, C].map((code) => `signed ${signed(code)}`) }],
    ],
  )
  assert.equal(compared, 4)
})

test('a lot of which one had arrived is sent', async () => {
  const { asked, skipped } = await told([lot([A, B], SILENT), query(A)])
  assert.deepEqual([asked.length, skipped], [2, { sinRespuesta: 1 }])
})

test('another paper with the code or the number of one that differs is not compared', async () => {
  const same = (codigoGeneracion: string | undefined, numeroControl: string) =>
    sending(JSON.stringify({ identificacion: { codigoGeneracion, tipoDte: '01', numeroControl } }))
  const own = [REFUSED]
  const exchanges = [sending(signed(A)), same(B, 'DTE-A'), same(A, 'DTE-Z'), sending(signed(C))]
  const { compared, skipped } = await told(exchanges, () => own.shift() ?? OWN_SEALED)
  assert.deepEqual([compared, skipped], [2, { derivado: 2 }])
})

test('a seal that only a query told is known too', async () => {
  const taken = said({ estado: 'RECIBIDO' })
  const naming = JSON.stringify({ documento: { selloRecibido: SEAL } })
  const own = [taken]
  const exchanges = [sending(signed(A), { answer: taken }), query(A), sending(naming)]
  const { asked } = await told(exchanges, () => own.shift() ?? OWN_SEALED)
  assert.deepEqual(asked[2]?.body, { documento: `signed ${naming.replace(SEAL ?? '', OWN ?? '')}` })
})

test('a sending without an answer that had arrived is sent, and not compared', async () => {
  const { asked, compared, skipped } = await told([sending(signed(A), SILENT), query(A)])
  assert.deepEqual([asked.length, compared, skipped], [2, 1, { sinRespuesta: 1 }])
})

test('whether it had arrived is told by what comes behind it alone', async () => {
  const failed = { answer: said({ descripcionMsg: 'Error' }, 500) }
  const found = await told([sending(signed(A), failed), query(A)])
  assert.deepEqual([found.asked.length, found.skipped], [2, { sinRespuesta: 1 }])
  const twice = { answer: said({ codigoMsg: '004' }, 400) }
  const lost = await told([sending(signed(A), twice), sending(signed(A), SILENT)])
  assert.deepEqual([lost.asked.length, lost.skipped], [1, { sinRespuesta: 1 }])
})

test('a login is compared by its status alone', async () => {
  const login = exchange(PATHS.auth, LOGIN, OPENED)
  const equal = await told([login], () => said({ status: 'OK', body: {} }))
  assert.deepEqual([equal.compared, equal.found], [1, []])
  const other = await told([login], () => said({}, 201))
  const differences = [{ campo: 'HTTP', hacienda: 200, simulador: 201 }]
  assert.deepEqual(other.found, [
    { exchange: login, paper: null, rule: null, hacienda: 'OK', simulador: 'OK', differences },
  ])
})

test('a refusal of the simulator’s has its check, and whatever names that paper is not compared', async () => {
  const own = [REFUSED, OWN_SEALED, OWN_SEALED, OWN_SEALED]
  const exchanges = [sending(signed(A)), sending(note(B, A)), query(A), query(B)]
  const { compared, skipped, found, ruled } = await told(exchanges, () => own.shift() ?? SEALED)

  assert.deepEqual([compared, skipped, ruled], [2, { derivado: 2 }, [A]])
  const [one, ...others] = found
  assert.deepEqual(
    [one?.rule?.name, one?.hacienda, one?.simulador, one?.paper?.codigoGeneracion, others],
    ['regla', 'PROCESADO', 'RECHAZADO 020 a.b', A, []],
  )
})

test('a remark that differs leaves both with the same seal, so that what follows is compared', async () => {
  const remarked = said({ estado: 'PROCESADO', selloRecibido: OWN, observaciones: ['Una'] })
  const own = [remarked, OWN_SEALED]
  const { compared, found, ruled } = await told(
    [sending(signed(A)), sending(note(B, A))],
    () => own.shift() ?? SEALED,
  )
  assert.deepEqual([compared, ruled], [2, []])
  assert.deepEqual(found[0]?.differences, [
    { campo: 'observaciones', hacienda: [], simulador: ['Una'] },
  ])
  assert.equal(found.length, 1)
})

const verdict = (code: string | undefined, estado: string, seal?: string) => ({
  ...{ codigoGeneracion: code, estado, selloRecibido: seal ?? null },
})

test('a lot is asked for by the simulator’s own code, and each of its papers is compared once', async () => {
  const taken = said({ estado: 'RECIBIDO', codigoLote: 'L' })
  const theirs = {
    procesados: [verdict(A, 'PROCESADO', SEAL)],
    rechazados: [verdict(B, 'RECHAZADO'), verdict(undefined, 'RECHAZADO'), null],
  }
  const ours = { procesados: [verdict(B, 'PROCESADO', OWN), verdict(A, 'PROCESADO', OWN)] }
  const exchanges = [
    lot([A, B], { answer: taken }),
    lotQuery('L', { procesados: [], rechazados: [] }),
    lotQuery('L', theirs),
    lotQuery('L', theirs),
    query(A),
    query(B, { answer: said({}) }),
    sending(JSON.stringify({ documento: { selloRecibido: SEAL } })),
  ]
  const own = [said({ estado: 'RECIBIDO', codigoLote: 'OWN' }), said(ours), said(ours), said(ours)]
  const { asked, compared, skipped, found, ruled } = await told(
    exchanges,
    () => own.shift() ?? OWN_SEALED,
  )
  assert.deepEqual(
    asked.slice(1, 4).map(({ path, body }) => [path, body]),
    Array.from({ length: 3 }, () => [`${PATHS.lotQuery}/OWN`, null]),
  )
  assert.match(JSON.stringify(asked.at(-1)?.body), new RegExp(`${OWN}`), 'its seal is known')
  assert.deepEqual([compared, skipped, ruled], [5, { enProceso: 1, derivado: 1 }, [B]])
  assert.deepEqual(
    found.map((one) => [one.exchange.where, one.hacienda, one.simulador, one.rule?.name]),
    [[exchanges[2]?.where, 'RECHAZADO', 'PROCESADO', 'regla']],
  )
})

test('where only one took a lot nothing is said of its papers afterwards', async () => {
  const exchanges = [lot([A, B], { answer: said({ codigoLote: 'L' }) }), query(A), query(B)]
  const own = [REFUSED]
  const { compared, skipped, found } = await told(exchanges, () => own.shift() ?? OWN_SEALED)
  assert.deepEqual([compared, skipped, found.length], [1, { derivado: 2 }, 1])
})

test('of a lot only what names a paper of before is left out', async () => {
  const request = { documentos: [signed(A), note(B, C)] }
  const both = { answer: said({ codigoLote: 'L' }) }
  const exchanges = [exchange(PATHS.sending, request, both), query(A), query(B)]
  const own = [said({ codigoLote: 'OWN' })]
  const { compared, skipped } = await told(exchanges, () => own.shift() ?? OWN_SEALED)
  assert.deepEqual([compared, skipped], [2, { derivado: 1 }])
})

test('a replay that is stopped asks nothing more', async () => {
  const { calls, asked, times } = simulatorOf(() => OWN_SEALED)
  const { compared } = await replay([sending(signed(A)), sending(signed(B))], calls, () => {
    return asked.length > 0
  })
  assert.deepEqual([compared, asked.length, times.length], [1, 1, 1])
})
