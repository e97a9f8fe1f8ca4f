import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDui } from '@sello/fiscal'
import { createBlotter } from './blotter.ts'
import { ANSWER_CODES, ANSWER_WORDS, CODES, SECRETS } from './members.ts'
import { standIn } from './stand-ins.ts'

const KEY = Buffer.alloc(32, 7)

test('a stand-in has the same shape, is the same each time, and depends on the key', () => {
  for (const [text, form] of [
    ['Ana María Ñáñez, S.A.', /^[A-Z][a-z]{2} [A-Z][a-z]{4} [A-Z][a-z]{4}, [A-Z]\.[A-Z]\.$/],
    ['ana.lopez@correo.example', /^[a-z]{3}\.[a-z]{5}@[a-z]{6}\.[a-z]{7}$/],
    ['0614-010190-001-9', /^\d{4}-\d{6}-\d{3}-\d$/],
    ['7654321', /^\d{7}$/],
    [
      '0F0F0F0F-0000-4000-8000-00000000000a',
      /^[\dA-F]{8}-[\dA-F]{4}-4[\dA-F]{3}-[89AB][\dA-F]{3}-[\dA-F]{12}$/,
    ],
    ['', /^$/],
  ] as const) {
    const own = standIn(KEY, text)
    assert.match(own, form)
    assert.equal(standIn(KEY, text), own)
    if (text !== '') assert.notEqual(own, text)
    if (text !== '') assert.notEqual(standIn(Buffer.alloc(32, 8), text), own)
  }
})

test('a stand-in is the same in every release, so that recordings of years have the same persons', () => {
  for (const [text, own] of [
    ['Ana María Ñáñez, S.A.', 'Nrz Utndr Hukzj, M.N.'],
    ['ana.lopez@correo.example', 'alr.bajut@jfbbfm.flyjhbb'],
    ['0614-010190-001-9', '7132-540542-213-6'],
    ['7654321', '7344498'],
    ['00016297-5', '56364689-4'],
    ['0F0F0F0F-0000-4000-8000-00000000000a', '470C4E89-7514-47D0-8754-D190E041B612'],
    ['a'.repeat(40), 'vxhmslvyuymuhlabncncznjqurkkosptvaglxobq'],
  ] as const)
    assert.equal(standIn(KEY, text), own)
})

test('a text that only has a code or a number of a person in it keeps its shape', () => {
  const code = '0F0F0F0F-0000-4000-8000-00000000000a'
  const letters = (text: string) =>
    text.replaceAll(/[A-Z]/g, 'A').replaceAll(/[a-z]/g, 'a').replaceAll(/\d/g, '0')
  for (const text of [`x${code}`, `${code}x`, 'A1234567-8', '1-2345678A', '12345678-90']) {
    const own = standIn(KEY, text)
    assert.equal(letters(own), letters(text))
    assert.notEqual(own, text)
  }
})

test('a code is the same in small letters, and a long text has no part twice', () => {
  const code = '0F0F0F0F-0000-4000-8000-00000000000A'
  assert.equal(standIn(KEY, code.toLowerCase()), standIn(KEY, code))
  const long = standIn(KEY, 'a'.repeat(64))
  assert.match(long, /^[a-z]{64}$/)
  assert.notEqual(long.slice(0, 32), long.slice(32))
})

test('a DUI is the same person with and without its hyphen, and stays as valid as it was', () => {
  const own = standIn(KEY, '00016297-5')
  assert.equal(standIn(KEY, '000162975'), own.replace('-', ''))
  assert.ok(isDui(own.replace('-', '')))
  for (let wrong = 0; wrong < 10; wrong++) {
    assert.equal(isDui(standIn(KEY, `00016297${wrong}`)), wrong === 5)
  }
})

test('what the ministry says stays, without what it quotes', () => {
  const blotter = createBlotter(KEY)
  blotter.sent('{"receptor":{"nombre":"Ana Ficticia","complemento":"Calle 100200"},"tipoDte":"01"}')
  const words = (descripcionMsg: string) =>
    (blotter.answered({ descripcionMsg }) as { descripcionMsg: string }).descripcionMsg
  for (const kept of [
    '[cuerpoDocumento[0].cantidad] CALCULO INCORRECTO',
    'DTE-01-M001P001-000000000000001 YA EXISTE, 2026-11-27 a las 10:20:30',
    'FECHA 27/11/2026 FUERA DE PLAZO',
    'ENTRE 12345 Y 67890',
  ]) {
    assert.equal(words(kept), kept)
  }
  const said = words('ANA FICTICIA (00016297-5, ana@correo.example) en calle 100200 no existe')
  assert.doesNotMatch(said, /ficticia|00016297|ana@|calle|100200/i)
  assert.match(said, /^\S+ \S+ \(\d{8}-\d, \S+@\S+\) en \S+ \d{6} no existe$/)
  assert.equal(said.includes(standIn(KEY, 'Ana Ficticia')), true)
  const code = '0f0f0f0f-0000-4000-8000-00000000000a'
  assert.equal(words(`[${code}] YA EXISTE`), `[${standIn(KEY, code)}] YA EXISTE`)
})

test('of what is quoted the longest is found, and whatever signs it has', () => {
  const blotter = createBlotter(KEY)
  const company = 'Ficticia & Cía. (2), S.A. [^$*+?|/\\{}]'
  for (const text of ['Zoila', 'Zoila Ficticia', company]) blotter.text(text)
  const said = blotter.answered({ mensaje: `ZOILA FICTICIA, de ${company} y ZOILA` })
  const [whole, place, name] = ['Zoila Ficticia', company, 'Zoila'].map((one) => standIn(KEY, one))
  assert.deepEqual(said, { mensaje: `${whole}, de ${place} y ${name}` })
})

test('an answer keeps its known codes alone', () => {
  const blotter = createBlotter(KEY)
  const json = {
    estado: 'PROCESADO',
    body: { token: 'Bearer abc.def', user: 6140101900019 },
    x: ['Ana L'],
    ...{ short: 9_999_999, long: 10_000_000, empty: '' },
  }
  const own = blotter.answered(json) as typeof json
  assert.equal(own.estado, 'PROCESADO')
  assert.equal(own.body.token, '***')
  assert.match(String(own.body.user), /^\d{13}$/)
  assert.notEqual(String(own.body.user), String(json.body.user))
  assert.match(own.x[0] ?? '', /^[A-Z][a-z]{2} [A-Z]$/)
  assert.notDeepEqual(own.x, json.x)
  assert.deepEqual([own.short, own.empty], [9_999_999, ''])
  assert.match(String(own.long), /^\d{8}$/)
  assert.equal(typeof own.long, 'string')
})

/** By what they are: none is of a person, and without any of these a recording explains less. */
const SENT_CODES = [
  ...['ambiente', 'tdte', 'tipoDte', 'tipoEvento', 'tipoDoc', 'tipoDocumento', 'tipoMoneda'],
  ...['tipoEstablecimiento', 'tipDocResponsable', 'tipDocSolicita', 'tipoDocResponsable'],
  ...['numeroControl', 'codActividad', 'codTributo', 'codigoRetencionMH', 'tributos', 'plazo'],
  ...['bienTitulo', 'totalLetras', 'codEstable', 'codEstableMH', 'codPuntoVenta'],
  ...['codPuntoVentaMH', 'departamento', 'municipio', 'distrito', 'codPais', 'recintoFiscal'],
  ...['tipoRegimen', 'regimen', 'codIncoterms', 'descIncoterms', 'docDel', 'docAl'],
  ...['fecEmi', 'horEmi', 'fechaEmision', 'fecAnula', 'horAnula', 'fTransmision', 'hTransmision'],
  ...['fInicio', 'hInicio', 'fFin', 'hFin'],
  ...['periodoLiquidacionFechaInicio', 'periodoLiquidacionFechaFin'],
]
const SAID_CODES = [
  ...['ambiente', 'estado', 'clasificaMsg', 'codigoMsg', 'fhProcesamiento', 'fechaHora'],
  ...['timestamp', 'status', 'tokenType'],
]
const SAID_WORDS = ['descripcionMsg', 'observaciones', 'mensaje', 'message', 'error']
const BLANKED = ['token', 'pwd', 'password', 'authorization']

test('of what is sent the codes stay, alone and in lists, and of what is answered its own and the words', () => {
  assert.deepEqual(
    [CODES, ANSWER_CODES, ANSWER_WORDS, SECRETS].map((kept) => [...kept].sort()),
    [SENT_CODES, SAID_CODES, SAID_WORDS, BLANKED].map((names) => names.toSorted()),
  )
  const blotter = createBlotter(KEY)
  const members = (names: readonly string[], text: string) =>
    Object.fromEntries(names.map((name) => [name, [text, { nombre: 'Ana' }]]))
  const left = (json: object) =>
    Object.entries(json).map(([name, [text]]) => [name, text === '00'] as const)
  const sent = [...SENT_CODES, 'nombre', 'codigo', 'xambiente'] as const
  const own = JSON.parse(blotter.sent(JSON.stringify(members(sent, '00'))))
  assert.deepEqual(
    left(own).flatMap(([name, stays]) => (stays ? [] : [name])),
    ['nombre', 'xambiente'],
  )
  assert.ok(!JSON.stringify(own).includes('Ana'))
  const codes = ['0A', 'Z9', 'A', 'ABC', 'a1', ' A1']
  const coded = codes.map((codigo) => JSON.parse(blotter.sent(JSON.stringify({ codigo }))).codigo)
  assert.deepEqual(
    coded.map((one, at) => one === codes[at]),
    [true, true, false, false, false, false],
  )
})

test('what was sent longest ago is no longer found in the ministry’s words', () => {
  const blotter = createBlotter(KEY)
  const words = (observaciones: string) =>
    (blotter.answered({ observaciones }) as { observaciones: string }).observaciones
  blotter.text('Ficticia')
  for (let n = 1; n < 20_000; n++) blotter.text(`x${n}`)
  assert.notEqual(words('de Ficticia'), 'de Ficticia')
  blotter.text('Rosa')
  assert.equal(words('de Ficticia'), 'de Ficticia')
  blotter.text('Cinco')
  const own = words('de Rosa y de Cinco')
  assert.match(own, /^de Rosa y de [A-Z][a-z]{4}$/)
  assert.notEqual(own, 'de Rosa y de Cinco', 'a text of five letters is one to look for')
})
