/** One note over several documents: their ceiling by kind of sale, and the 1 % of each by its own lines. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../test/corrections.ts'
import { nota, outcomeOf, sealed } from '../../../test/notas.ts'
import { createWorld, type World } from '../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const outcome = async (body: object) => outcomeOf(await world.issue(body))
const line = (precioUni: number, changes: object = {}) => ({
  descripcion: 'x',
  cantidad: 1,
  precioUni,
  ...changes,
})
const cargo = (noGravado: number) => ({ descripcion: 'Anticipo', cantidad: 1, noGravado })

/** A note over these documents, with a line for each. */
const over = (codes: readonly string[], item: (at: number) => object, changes: object = {}) =>
  nota('', 0, {
    documentosRelacionados: codes.map((codigoGeneracion) => ({ codigoGeneracion })),
    items: codes.map((numeroDocumento, at) => ({ ...item(at), numeroDocumento })),
    ...changes,
  })

async function sealedTimes(count: number, changes: object): Promise<string[]> {
  const codes: string[] = []
  for (let i = 0; i < count; i++) codes.push(await sealed(world, changes))
  return codes
}

for (const [count, precioUni, iva] of [
  [4, 10.02, 5.21],
  [5, 10.02, 6.51],
  [10, 10.02, 13.03],
  [50, 10.005, 65.03],
  [3, 0.03, 0.01],
] as const) {
  test(`one note takes all of ${count} documents of ${precioUni}, whose tributes round otherwise`, async () => {
    const codes = await sealedTimes(count, { items: [line(precioUni)] })

    const { status, text, body } = await world.issue(over(codes, () => line(precioUni)))

    assert.equal(status, 200, text)
    assert.equal(body.documento.resumen.tributos[0].valor, iva)
  })
}

test('a cent above one of several documents is refused, with what is left of which', async () => {
  const codes = await sealedTimes(3, { items: [line(10.02), line(5, { tipoVenta: 'exenta' })] })
  const spent = await world.numbersSpent()

  const more = (tipoVenta: string, amount: number) =>
    world.issue(over(codes, (at) => line(at === 1 ? amount : 1, { tipoVenta })))
  const [gravada, exenta] = [await more('gravada', 10.03), await more('exenta', 5.01)]

  for (const [reply, words] of [
    [gravada, `De las ventas gravadas del documento ${codes[1]} quedan 10.02 por acreditar`],
    [exenta, `De las ventas exentas del documento ${codes[1]} quedan 5.00 por acreditar`],
  ] as const) {
    assert.equal(
      outcomeOf(reply),
      '422 validation_failed documentosRelacionados[1].codigoGeneracion',
    )
    assert.match(reply.body.error.message, new RegExp(words))
  }
  assert.equal(await world.numbersSpent(), spent)
  assert.equal(await outcome(over(codes, () => line(10.02))), '200')
})

test('fractions of a cent of several documents go to those that have room for the cent', async () => {
  const [one, two] = await sealedTimes(2, { items: [line(6.67)] })
  const half = () => outcome(over([one ?? '', two ?? ''], () => line(3.335)))

  assert.equal(await half(), '200', '6.67 together')
  assert.equal(await half(), '200', '6.67 together: all of both')
  assert.match(await half(), /^422 /)
})

test('what is outside the tax base has no part in the ceiling: an advance, a charge', async () => {
  const advance = await sealed(world, { items: [line(100), cargo(-20)] }) // 93.00 to pay
  assert.equal(await outcome(nota(advance, 60)), '200')
  assert.equal(await outcome(nota(advance, 0, { items: [line(40), cargo(-20)] })), '200')
  assert.match(await outcome(nota(advance, 0.01)), /^422 /, 'the sales are taken')

  const plain = await sealed(world)
  assert.equal(await outcome(nota(plain, 0, { items: [line(1), cargo(5)] })), '200')
})

test('a note over documents of different retention retains and perceives on their own lines', async () => {
  const retained = await sealed(world, { aplicarRetencionIva: true })
  const plain = await sealed(world)
  const perceived = await sealed(world, { aplicarPercepcionIva: true })
  for (const tipoDte of ['05', '06']) {
    const { status, text, body } = await world.issue(
      over([retained, plain, perceived], () => line(40), { tipoDte }),
    )

    assert.equal(status, 200, text)
    const { cuerpoDocumento, resumen } = body.documento
    const byLine = cuerpoDocumento.map((l: { ivaRete: number; ivaPerci: number }) => [
      l.ivaRete,
      l.ivaPerci,
    ])
    assert.deepEqual(byLine, [
      [0.4, 0],
      [0, 0],
      [0, 0.4],
    ])
    assert.deepEqual(
      [resumen.ivaRete, resumen.ivaPerci, resumen.codigoRetencionMH, resumen.totalPagar],
      [0.4, 0.4, '22', 135.6],
    )
  }
})

test('a note may say whether it retains; left out, it does as its document', async () => {
  const retained = await sealed(world, { aplicarRetencionIva: true })
  const plain = await sealed(world)
  const perceived = await sealed(world, { aplicarPercepcionIva: true })
  const ivaRete = async (origen: string, changes: object) => {
    const { text, body } = await world.issue(nota(origen, 20, changes))
    return body.documento?.resumen.ivaRete ?? text
  }

  for (const tipoDte of ['05', '06']) {
    assert.equal(await ivaRete(retained, { tipoDte }), 0.2)
    assert.equal(await ivaRete(retained, { tipoDte, aplicarRetencionIva: true }), 0.2)
    assert.equal(await ivaRete(retained, { tipoDte, aplicarRetencionIva: false }), 0)
    assert.equal(await ivaRete(plain, { tipoDte, aplicarRetencionIva: false }), 0)
  }
  assert.equal(await ivaRete(plain, { tipoDte: '06', aplicarRetencionIva: true }), 0.2)

  for (const [origen, changes, words] of [
    [plain, { aplicarRetencionIva: true }, /no retuvo el 1 % de IVA/],
    [plain, { aplicarPercepcionIva: true }, /no percibió el 1 % de IVA/],
    [perceived, { tipoDte: '06', aplicarRetencionIva: true }, /percibió .* no hace las dos cosas/],
    [retained, { tipoDte: '06', aplicarPercepcionIva: true }, /retuvo .* no hace las dos cosas/],
  ] as const) {
    const { status, body } = await world.issue(nota(origen, 1, changes))
    assert.equal(status, 422)
    assert.match(body.error.message, words)
    assert.match(body.error.details.issues[0].field, /^aplicar(Retencion|Percepcion)Iva$/)
  }
})

test('of documents of different retention a stated one is refused only where the note taxes the other', async () => {
  const [retained, plain] = [
    await sealed(world, { aplicarRetencionIva: true }),
    await sealed(world, { items: [line(100), line(50, { tipoVenta: 'exenta' })] }),
  ]
  const stating = (tipoVenta: string) =>
    over([retained, plain], (at) => line(10, at === 1 ? { tipoVenta } : {}), {
      aplicarRetencionIva: true,
    })

  assert.equal(await outcome(stating('gravada')), '422 validation_failed aplicarRetencionIva')
  assert.equal(await outcome(stating('exenta')), '200')
})

test('a rejected note over several documents returns to each what it took, and its correction takes it again', async (t) => {
  const codes = await sealedTimes(4, { items: [line(10.02)] })
  t.after(() => world.mh.clearFaults())
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })

  const rejected = await world.issue(over(codes, () => line(10.02)))
  assert.equal(outcomeOf(rejected), '422 mh_rejected')
  const corrige = rejected.body.error.details.codigoGeneracion
  const corrected = await world.issue(over(codes, () => line(10.02), { corrige }))

  assert.equal(corrected.status, 200, corrected.text)
  for (const code of codes) assert.match(await outcome(nota(code, 0.01)), /^422 validation_failed/)
  assert.equal((await invalidate(world, corrige)).status, 200)
  assert.equal(await outcome(over(codes.slice(1), () => line(10.02))), '200', 'room again')
})
