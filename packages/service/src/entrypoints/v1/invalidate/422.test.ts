import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import {
  assertRejectedEvent,
  giveBack,
  invalidate,
  RESCISION,
} from '../../../../test/corrections.ts'
import { credito, nota, outcomeOf, sealed } from '../../../../test/notas.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const DAY_MS = 86_400_000
const ABSENT = '00000000-0000-4000-8000-000000000000'

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const events = () =>
  world.deps.pool.many<{ estado: string }>('select estado from events order by created_at')
const estadoOf = async (codigo: string) => (await world.query(codigo)).body.estado
const ERROR = { ...RESCISION, tipoAnulacion: 1, motivo: 'El precio estaba mal' }
const PERSONA = RESCISION.responsable

// biome-ignore format: a table
const BODIES: readonly (readonly [string, object, string])[] = [
  ['no reason',                     { ...RESCISION, tipoAnulacion: undefined },                       '400 invalid_request tipoAnulacion'],
  ['a reason that there is not',    { ...RESCISION, tipoAnulacion: 4 },                               '400 invalid_request tipoAnulacion'],
  ['a stranger',                    { ...RESCISION, nota: 'x' },                                      '400 invalid_request nota'],
  ['a motive that is too long',     { ...ERROR, motivo: 'x'.repeat(201) },                            '400 invalid_request motivo'],
  ['a replacement that is no UUID', { ...ERROR, codigoGeneracionReemplazo: '17' },                    '400 invalid_request codigoGeneracionReemplazo'],
  ['nobody responsible',            { ...RESCISION, responsable: undefined },                         '400 invalid_request responsable'],
  ['a person without a document',   { ...RESCISION, solicita: { nombre: 'Ana María López' } },        '400 invalid_request solicita.numDocumento'],
  ['a motive of nothing',           { ...RESCISION, motivo: '   ' },                                  '400 invalid_request motivo'],
  ['a motive of a dot',             { ...RESCISION, motivo: '.' },                                    '400 invalid_request motivo'],
  ['a control character',           { ...RESCISION, motivo: 'a\u0000b' },                             '400 invalid_request motivo'],
  ['a turn of direction',           { ...RESCISION, motivo: 'a\u202eb' },                             '400 invalid_request motivo'],
  ['a person without a name',       { ...RESCISION, responsable: { ...PERSONA, nombre: ' ' } },       '400 invalid_request responsable.nombre'],
  ['an invisible name',             { ...RESCISION, responsable: { ...PERSONA, nombre: 'Ana\u200b' } }, '400 invalid_request responsable.nombre'],
  ['a person without a number',     { ...RESCISION, solicita: { ...PERSONA, numDocumento: ' ' } },    '400 invalid_request solicita.numDocumento'],
  ['a kind of document that is none', { ...RESCISION, solicita: { ...PERSONA, tipoDocumento: '99' } }, '400 invalid_request solicita.tipoDocumento'],
  ['a person with a telephone',     { ...RESCISION, solicita: { ...PERSONA, telefono: '22220000' } }, '400 invalid_request solicita.telefono'],
  ['a name that the event cannot hold', { ...RESCISION, solicita: { ...PERSONA, nombre: 'N'.repeat(101) } }, '422 validation_failed solicita.nombre'],
  ['a NIT of three digits',         { ...RESCISION, solicita: { ...PERSONA, tipoDocumento: '36', numDocumento: '123' } }, '422 validation_failed solicita.numDocumento'],
  ['a DUI that is none',            { ...RESCISION, solicita: { ...PERSONA, numDocumento: '12345678-9' } }, '422 validation_failed solicita.numDocumento'],
  ['an error without its motive',   { ...ERROR, motivo: null },                                       '422 validation_failed motivo codigoGeneracionReemplazo'],
  ['neither, and a replacement that is not there', { ...ERROR, motivo: null, codigoGeneracionReemplazo: ABSENT }, '422 validation_failed motivo codigoGeneracionReemplazo'],
  ['an error without a replacement', ERROR,                                                           '422 validation_failed codigoGeneracionReemplazo'],
  ['a rescission with one',         { ...RESCISION, codigoGeneracionReemplazo: ABSENT },              '422 validation_failed codigoGeneracionReemplazo'],
  ['a replacement that is not there', { ...ERROR, codigoGeneracionReemplazo: ABSENT },                '422 validation_failed codigoGeneracionReemplazo'],
]

test('each bad body is refused by its field, and nothing is signed', async () => {
  const { body: issued } = await world.issue()
  for (const [what, body, expected] of BODIES) {
    const reply = await invalidate(world, issued.codigoGeneracion, body)
    assert.equal(outcomeOf(reply), expected, `${what}: ${reply.text}`)
  }
  assert.deepEqual(await events(), [])
  assert.equal(await estadoOf(issued.codigoGeneracion), 'sellado')
})

test('an invalid code, an unknown one, and one of another company or environment are refused', async () => {
  const other = await world.addCompany()
  const { body: foreign } = await world.issue(undefined, { key: other.key })

  assert.equal(outcomeOf(await invalidate(world, 'x')), '400 invalid_request codigoGeneracion')
  assert.equal(outcomeOf(await invalidate(world, ABSENT)), '404 not_found')
  assert.equal(outcomeOf(await invalidate(world, foreign.codigoGeneracion)), '404 not_found')
  assert.equal(await estadoOf2(foreign.codigoGeneracion, other.key), 'sellado')
})

const estadoOf2 = async (codigo: string, key: typeof world.company.key) =>
  (await world.query(codigo, key)).body.estado

test('a replacement of another company or type, unsealed, cancelled, already used, or the document itself is refused', async () => {
  const { body: issued } = await world.issue()
  const other = await world.addCompany()
  const { body: foreign } = await world.issue(undefined, { key: other.key })
  const credit = await sealed(world)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { body: refused } = await world.issue()
  const { codigoGeneracion: rejected } = refused.error.details
  const { body: replacement } = await world.issue()
  const { body: replaced } = await world.issue()
  const withReplacement = (codigoGeneracionReemplazo: string) => ({
    ...ERROR,
    codigoGeneracionReemplazo,
  })
  const { codigoGeneracion: used } = replacement
  await invalidate(world, replaced.codigoGeneracion, withReplacement(used))

  const { body: cancelled } = await world.issue()
  assert.equal((await invalidate(world, cancelled.codigoGeneracion)).status, 200)

  const { codigoGeneracion: codigo } = issued
  const { codigoGeneracion: before } = replaced
  for (const [code, message] of [
    [foreign.codigoGeneracion, NO_REPLACEMENT],
    [credit, ofType('03')],
    [rejected, UNSEALED],
    [cancelled.codigoGeneracion, 'El reemplazo está anulado; emita otro y escriba su código.'],
    [codigo, 'Un documento no se reemplaza a sí mismo; escriba el código del que lo reemplaza.'],
    [used, `Ese documento ya reemplaza al ${before}; emita otro y escriba su código.`],
  ] as const) {
    const reply = await invalidate(world, codigo, withReplacement(code))
    assert.equal(reply.status, 422, reply.text)
    assert.deepEqual(reply.body.error.details.issues, [
      { field: 'codigoGeneracionReemplazo', rule: 'MF-10', message },
    ])
  }
  assert.equal(await estadoOf(codigo), 'sellado')
})

const NO_REPLACEMENT = 'No hay un documento con ese código en la empresa y el ambiente; revíselo.'
const UNSEALED =
  'El reemplazo todavía no tiene sello de Hacienda; consúltelo y repita la anulación cuando esté sellado.'
const ofType = (tipo: string) =>
  `El reemplazo es de tipo ${tipo} y el documento que se anula de tipo 01; emita uno del mismo tipo.`

test('a replacement that may be invalidated itself is refused, even when both are requested at once', async () => {
  const [{ body: target }, { body: going }] = [await world.issue(), await world.issue()]
  const by = ({ codigoGeneracion }: { codigoGeneracion: string }) => ({
    ...ERROR,
    codigoGeneracionReemplazo: codigoGeneracion,
  })
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  await invalidate(world, going.codigoGeneracion)
  await world.mh.clearFaults()
  const reply = await invalidate(world, target.codigoGeneracion, by(going))
  assert.equal(outcomeOf(reply), '422 validation_failed codigoGeneracionReemplazo', reply.text)
  assert.match(reply.body.error.message, /en curso/)

  const [{ body: one }, { body: two }] = [await world.issue(), await world.issue()]
  const both = await Promise.all([
    invalidate(world, one.codigoGeneracion, by(two)),
    invalidate(world, two.codigoGeneracion, by(one)),
  ])
  assert.deepEqual(both.map(outcomeOf).sort(), [
    '200',
    '422 validation_failed codigoGeneracionReemplazo',
  ])
})

test('a document without a seal is not invalidated', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { body: refused } = await world.issue()
  const rejected = await invalidate(world, refused.error.details.codigoGeneracion)
  await world.mh.fault({ service: 'recepciondte', kind: 'status', status: 503 })
  const { body: waiting } = await world.issue()
  const unsealed = await invalidate(world, waiting.codigoGeneracion)

  assert.equal(outcomeOf(rejected), '422 validation_failed codigoGeneracion')
  assert.equal(outcomeOf(unsealed), '422 validation_failed codigoGeneracion')
})

test('a 03 with a live note names it; once the note is invalidated, its amount is free and the 03 can be invalidated', async () => {
  const credit = await sealed(world)
  const { body: note } = await world.issue(nota(credit, 60))
  const blocked = await invalidate(world, credit)
  assert.equal(outcomeOf(blocked), '422 validation_failed codigoGeneracion')
  assert.match(blocked.body.error.message, new RegExp(note.codigoGeneracion))
  const above = '422 validation_failed documentosRelacionados[0].codigoGeneracion'
  assert.equal(outcomeOf(await world.issue(nota(credit, 60))), above)

  assert.equal((await invalidate(world, note.codigoGeneracion)).status, 200)
  const { body: second } = await world.issue(nota(credit, 60))
  assert.equal(second.estado, 'sellado')
  assert.equal((await invalidate(world, second.codigoGeneracion)).status, 200)
  const reply = await invalidate(world, credit)
  assert.equal(reply.status, 200, reply.text)
})

test('a credit note accepts no replacement', async () => {
  const credit = await sealed(world)
  const { body: note } = await world.issue(nota(credit, 10))
  const asked = { ...ERROR, codigoGeneracionReemplazo: credit }
  const reply = await invalidate(world, note.codigoGeneracion, asked)

  assert.equal(outcomeOf(reply), '422 validation_failed codigoGeneracionReemplazo')
  assert.equal((await invalidate(world, note.codigoGeneracion, ERROR)).status, 200)
})

test('a key that may not issue the type may not invalidate it', async () => {
  const { body: issued } = await world.issue()
  const key = await world.mintKey(world.company.nit, { tiposDte: ['03'] })
  const reply = await invalidate(world, issued.codigoGeneracion, RESCISION, { key })

  assert.equal(outcomeOf(reply), '403 dte_type_not_allowed')
})

test('a rejection leaves the document sealed, and a repeat gets the same answer', async () => {
  const { body: issued } = await world.issue()
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '018', times: 1 })
  const idempotencyKey = 'denied'
  const first = await invalidate(world, issued.codigoGeneracion, RESCISION, { idempotencyKey })
  const repeat = await invalidate(world, issued.codigoGeneracion, RESCISION, { idempotencyKey })

  assert.equal(outcomeOf(first), '422 mh_rejected')
  const { codigoMsg, ayuda, advertencias } = first.body.error.details
  assert.equal(codigoMsg, '018')
  assert.ok(ayuda.queHacer)
  const [evento] = (await world.query(issued.codigoGeneracion)).body.eventos
  assert.equal(evento.estado, 'rechazado')
  assertRejectedEvent(first, evento.codigoGeneracion)
  assert.equal(advertencias, undefined)
  assert.equal(repeat.headers['idempotency-replayed'], 'true')
  assert.equal(repeat.text, first.text)
  assert.equal(await estadoOf(issued.codigoGeneracion), 'sellado')
  assert.equal((await invalidate(world, issued.codigoGeneracion)).status, 200)
})

test('the rejection of any event names the event and no number, first and repeated', async () => {
  const { body: issued } = await world.issue()
  const codigo = issued.codigoGeneracion
  for (const codigoMsg of ['003', '004', '022', '028', '999']) {
    const options = { idempotencyKey: `retorno ${codigoMsg}` }
    const words = 'El valor [identificacion.numeroControl] ya existe'
    const fault = { kind: 'reject', codigoMsg, descripcionMsg: words, times: 1 } as const
    await world.mh.fault({ service: 'recepciondte', ...fault })
    const first = await giveBack(world, codigo, [{ linea: 1, cantidad: 1 }], options)
    const repeat = await giveBack(world, codigo, [{ linea: 1, cantidad: 1 }], options)
    const [{ codigoGeneracion, estado }] = (await world.query(codigo)).body.retornos
    assert.equal(estado, 'rechazado')
    assertRejectedEvent(first, codigoGeneracion)
    assert.equal(repeat.text, first.text)

    await world.mh.fault({ service: 'anulardte', ...fault })
    const denied = await invalidate(world, codigo, RESCISION, { idempotencyKey: codigoMsg })
    const [evento] = (await world.query(codigo)).body.eventos
    assertRejectedEvent(denied, evento.codigoGeneracion)
  }
})

test('an unreachable ministry cancels nothing; the repeat sends the same bytes', async () => {
  const { body: issued } = await world.issue()
  const { codigoGeneracion: codigo } = issued
  const idempotencyKey = 'unreachable'
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  const first = await invalidate(world, codigo, RESCISION, { idempotencyKey })

  assert.equal(outcomeOf(first), '502 mh_unreachable')
  assert.equal(first.headers['retry-after'] !== undefined, true)
  assert.equal(await estadoOf(codigo), 'sellado')
  const note = await invalidate(world, codigo, { ...RESCISION, motivo: 'x' }, { idempotencyKey })
  assert.equal(outcomeOf(note), '422 idempotency_key_reuse')

  await world.mh.clearFaults()
  const { body: pending } = await world.query(codigo)
  const [event] = pending.eventos
  const repeat = await invalidate(world, codigo, RESCISION, { idempotencyKey })
  assert.equal(repeat.status, 200, repeat.text)
  assert.equal(repeat.body.evento.codigoGeneracion, event.codigoGeneracion)
})

for (const [who, other] of [
  ['the same string', {}],
  ['another string', { idempotencyKey: 'another' }],
] as const) {
  test(`an invalidation whose answer was lost is found by the next call with ${who}`, async () => {
    const { body: issued } = await world.issue()
    const { codigoGeneracion: codigo } = issued
    const options = { idempotencyKey: `lost ${who}` }
    await world.mh.fault({ service: 'anulardte', kind: 'drop_answer', times: 1 })
    await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
    const first = await invalidate(world, codigo, RESCISION, options)
    assert.equal(outcomeOf(first), '502 mh_unreachable')
    await world.mh.clearFaults()

    const next = await invalidate(world, codigo, RESCISION, { ...options, ...other })
    assert.equal(next.status, 200, next.text)
    const codes = (await world.mh.ledger())
      .filter(({ jws }) =>
        Buffer.from(jws.split('.')[1] ?? '', 'base64url')
          .toString()
          .includes(`"${codigo}"`),
      )
      .map(({ codigoGeneracion }) => codigoGeneracion)
      .filter((code) => code !== codigo)
    assert.deepEqual([...new Set(codes)], [next.body.evento.codigoGeneracion])
    assert.equal(await estadoOf(codigo), 'invalidado')
  })
}

test('a different call learns that the document was invalidated, or signs its own event', async () => {
  const { body: one } = await world.issue()
  const { body: two } = await world.issue()
  const otherwise = { ...RESCISION, motivo: 'Otro motivo' }
  await world.mh.fault({ service: 'anulardte', kind: 'drop_answer', times: 1 })
  await world.mh.fault({ service: 'consultadte', kind: 'status', status: 503 })
  await invalidate(world, one.codigoGeneracion)
  await world.mh.clearFaults()
  const learned = await invalidate(world, one.codigoGeneracion, otherwise)
  assert.equal(learned.body.yaEstabaInvalidado, true, learned.text)

  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  await invalidate(world, two.codigoGeneracion)
  await world.mh.clearFaults()
  const own = await invalidate(world, two.codigoGeneracion, otherwise)
  assert.equal(own.status, 200, own.text)
  assert.equal(own.body.documento.motivo.motivoAnulacion, 'Otro motivo')
  const { body } = await world.query(two.codigoGeneracion)
  assert.deepEqual(
    body.eventos.map(({ estado }: { estado: string }) => estado),
    ['sellado', 'abandonado'],
  )
})

test('past the deadline the rejection says so', async () => {
  const late = await createWorld()
  try {
    const credit = await sealed(late)
    const days = 75
    await late.advance(days * DAY_MS)
    const reply = await invalidate(late, credit)

    assert.equal(outcomeOf(reply), '422 mh_rejected', reply.text)
    assert.match(reply.body.error.message, /plazo_vencido/)
    assert.equal(reply.body.error.details.advertencias[0].codigo, 'plazo_vencido')
    assert.equal((await late.query(credit)).body.estado, 'sellado')
  } finally {
    await late.close()
  }
})

test('a 03 is not adjusted while its invalidation may be sealed', async () => {
  const credit = await sealed(world, credito())
  await world.mh.fault({ service: 'anulardte', kind: 'status', status: 503 })
  await invalidate(world, credit)
  await world.mh.clearFaults()
  const reply = await world.issue(nota(credit, 10))

  assert.equal(reply.status, 422, reply.text)
  assert.match(reply.body.error.message, /invalidación/)
})
