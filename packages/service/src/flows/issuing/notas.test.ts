import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { CONTRIBUYENTE, credito, nota, outcomeOf, sealed } from '../../../test/notas.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NUMERO = 'validation_failed documentosRelacionados[0].codigoGeneracion'
const TERCERO = { nit: '06140101900043', nombre: 'Mandante, S.A.', codDomiciliado: 1 }

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const outcome = async (body: object) => outcomeOf(await world.issue(body))
const inFull = (numeroDocumento: string, changes: object = {}) => ({
  tipoDocumento: '03',
  numeroDocumento,
  fechaEmision: today(),
  ...changes,
})
const today = () => new Date(world.deps.clock.now().getTime() - 6 * 3_600_000).toJSON().slice(0, 10)
const reject = (codigoMsg = '020') =>
  world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg, times: 1 })

/** Asserts that `what` spends no number, whatever its answers. */
async function spendsNothing(what: () => Promise<void>): Promise<void> {
  const spent = await world.numbersSpent()
  await what()
  assert.equal(await world.numbersSpent(), spent)
}

for (const tipoDte of ['05', '06']) {
  test(`a ${tipoDte} that names a document by its code alone is completed from it and sealed`, async () => {
    const origen = await sealed(world, { ventaTercero: TERCERO, aplicarRetencionIva: true })
    const { status, text, body } = await world.issue(nota(origen.toLowerCase(), 40, { tipoDte }))

    assert.equal(status, 200, text)
    assert.match(body.numeroControl, new RegExp(`^DTE-${tipoDte}-M001P001-`))
    const { documentoRelacionado, receptor, ventaTercero, cuerpoDocumento } = body.documento
    assert.deepEqual(documentoRelacionado, [
      {
        tipoDocumento: '03',
        tipoGeneracion: 2,
        numeroDocumento: origen,
        fechaEmision: today(),
      },
    ])
    assert.equal(cuerpoDocumento[0].numeroDocumento, origen)
    assert.deepEqual(ventaTercero, TERCERO)
    assert.deepEqual(
      [receptor.tipoDocumento, receptor.numDocumento, receptor.nombre, receptor.direccion],
      ['36', '06140101900027', CONTRIBUYENTE.nombre, CONTRIBUYENTE.direccion],
    )
    assert.equal(body.documento.resumen.codigoRetencionMH, '22')
  })
}

test('a stated receptor is kept if it is the same party', async () => {
  const origen = await sealed(world)
  const receptor = { ...CONTRIBUYENTE, correo: 'otra@example.com' }
  const { status, text, body } = await world.issue(nota(origen, 10, { receptor }))

  assert.equal(status, 200, text)
  assert.equal(body.documento.receptor.correo, 'otra@example.com')
})

test('a 06 may carry a numPagoElectronico', async () => {
  const { body } = await world.issue(
    nota(await sealed(world), 10, { tipoDte: '06', numPagoElectronico: '0123456789' }),
  )
  assert.equal(body.documento.resumen.numPagoElectronico, '0123456789')
})

test('a code that this company does not have is 404 and named', async () => {
  const { key } = await world.addCompany()
  const theirs = await sealed(world, {}, { key })

  await spendsNothing(async () => {
    for (const codigo of ['11111111-1111-4111-8111-111111111111', theirs]) {
      const reply = await world.issue(nota(codigo, 1))
      assert.equal(
        outcomeOf(reply),
        '404 not_found documentosRelacionados[0].codigoGeneracion',
        reply.text,
      )
      assert.match(reply.body.error.message, new RegExp(codigo))
    }
  })
})

test('a document without a valid seal is not adjusted: unanswered, rejected, or invalidated', async () => {
  await reject()
  const rejected = (await world.issue(credito())).body.error.details.codigoGeneracion
  const gone = await sealed(world)
  await world.deps.pool.many(
    `update documents set estado = 'invalidado' where codigo_generacion = $1`,
    [gone],
  )
  const waiting = await sealed(world)
  await world.deps.pool.many(
    `update documents set estado = 'contingencia', sello_recibido = null where codigo_generacion = $1`,
    [waiting],
  )

  await spendsNothing(async () => {
    for (const [codigo, words] of [
      [rejected, /no llegó a existir/],
      [gone, /está invalidado/],
      [waiting, /todavía no tiene sello/],
    ] as const) {
      const reply = await world.issue(nota(codigo, 1))
      assert.equal(outcomeOf(reply), `422 ${NUMERO}`)
      assert.match(reply.body.error.message, words)
    }
  })
})

test('a note adjusts a 03 and no other type of ours', async () => {
  const { body } = await world.issue(SALE)
  const reply = await world.issue(nota(body.codigoGeneracion, 1))
  assert.equal(outcomeOf(reply), `422 ${NUMERO}`, 'just that, and nothing of the buyer it lacks')
  assert.match(reply.body.error.message, /no ajusta documentos del tipo "01"/)
  assert.equal(
    reply.body.error.details.issues[0].documento,
    'documentoRelacionado[0].tipoDocumento',
  )
})

test('a note has the receptor and the third party of the documents it adjusts', async () => {
  const plain = await sealed(world)
  const onBehalf = await sealed(world, { ventaTercero: TERCERO })
  const receptor = { ...CONTRIBUYENTE, numDocumento: '06140101900035' }

  await spendsNothing(async () => {
    assert.equal(
      await outcome(nota(plain, 1, { receptor })),
      '422 validation_failed receptor.numDocumento',
    )
    assert.equal(
      await outcome(nota(plain, 1, { ventaTercero: TERCERO })),
      '422 validation_failed ventaTercero',
    )
    assert.equal(
      await outcome(nota(onBehalf, 1, { ventaTercero: { ...TERCERO, nit: '06140101900051' } })),
      '422 validation_failed ventaTercero',
    )
  })
})

test('documents of two receptors, or of two third parties, cannot be adjusted by one note', async () => {
  const first = await sealed(world)
  const receptor = { ...CONTRIBUYENTE, numDocumento: '06140101900035' }
  const others = [await sealed(world, { receptor }), await sealed(world, { ventaTercero: TERCERO })]

  for (const other of others) {
    const body = nota(first, 1, {
      documentosRelacionados: [{ codigoGeneracion: first }, { codigoGeneracion: other }],
      items: [{ descripcion: 'x', cantidad: 1, precioUni: 1, numeroDocumento: first }],
    })
    assert.equal(
      await outcome(body),
      '422 validation_failed documentosRelacionados[1].codigoGeneracion',
    )
  }
})

test('with more than one related document each line names one, in capitals or not', async () => {
  const [one, two] = [await sealed(world), await sealed(world)]
  const documentosRelacionados = [{ codigoGeneracion: one }, { codigoGeneracion: two }]
  const line = (numeroDocumento?: string) => ({
    descripcion: 'x',
    cantidad: 1,
    precioUni: 60,
    ...(numeroDocumento ? { numeroDocumento } : {}),
  })
  const both = (items: object[]) => nota('', 0, { documentosRelacionados, items })

  assert.equal(
    await outcome(both([line(one), line()])),
    '422 validation_failed items[1].numeroDocumento',
  )
  assert.equal(
    await outcome(both([line(one), line('11111111-1111-4111-8111-111111111111')])),
    '422 validation_failed items[1].numeroDocumento',
  )
  assert.equal(await outcome(both([line(one), line(two.toLowerCase())])), '200')
  assert.equal(
    await outcome(both([line(one), line(two)])),
    `422 ${NUMERO} documentosRelacionados[1].codigoGeneracion`,
    'each has 40.00 left',
  )
})

test('our own document stated in full is recognised, however its code is written', async () => {
  const origen = await sealed(world)
  const given = (entry: object, precioUni = 1) =>
    outcome(nota('', precioUni, { documentosRelacionados: [entry] }))

  assert.equal(await given(inFull(origen.toLowerCase()), 60), '200', 'with the parties of ours')
  await spendsNothing(async () => {
    const wrong = (member: string) => `422 validation_failed documentosRelacionados[0].${member}`
    assert.equal(await given(inFull(origen), 41), wrong('numeroDocumento'), '40.00 are left')
    assert.equal(await given(inFull(origen, { fechaEmision: '2026-11-01' })), wrong('fechaEmision'))
    assert.equal(await given(inFull(origen, { tipoDocumento: '07' })), wrong('tipoDocumento'))
    assert.equal(await given(inFull(origen, { tipoGeneracion: 1 })), wrong('tipoGeneracion'))
    const bare = inFull(origen.replaceAll('-', ''), { tipoGeneracion: 1 })
    assert.match(await given(bare), /documentosRelacionados\[0\]\.numeroDocumento/)
    const { body } = await world.query(origen)
    const numbered = inFull(body.numeroControl, { tipoGeneracion: 1 })
    assert.match(await given(numbered), /^422 .*documentosRelacionados\[0\]\.numeroDocumento/)
  })
})

test('a document that is not ours is taken as stated: paper is sealed, and the ministry judges an electronic one', async () => {
  const receptor = CONTRIBUYENTE
  const paper = inFull('1234', { tipoGeneracion: 1 })
  const unknown = inFull('11111111-1111-4111-8111-111111111111')

  assert.equal(
    await outcome(nota('', 50_000, { receptor, documentosRelacionados: [paper] })),
    '200',
  )
  const reply = await world.issue(nota('', 1, { receptor, documentosRelacionados: [unknown] }))
  assert.equal(reply.body.error.code, 'mh_rejected')
  const nobody = await world.issue(nota('', 1, { documentosRelacionados: [unknown] }))
  assert.match(outcomeOf(nobody), /^422 validation_failed receptor/)
})

test('one document is related only once, by whichever identifier', async () => {
  const origen = await sealed(world)
  const documentosRelacionados = [{ codigoGeneracion: origen }, inFull(origen)]
  const items = [{ descripcion: 'x', cantidad: 1, precioUni: 1, numeroDocumento: origen }]
  assert.equal(
    await outcome(nota('', 1, { documentosRelacionados, items })),
    '422 validation_failed documentosRelacionados[1].numeroDocumento',
  )
})

test('a note must come within three months of the document it adjusts', async () => {
  const origen = await sealed(world)
  const after = async (days: number) => {
    await world.advance(days * DAY_MS)
    const now = world.deps.clock.now()
    await world.deps.pool.many('update storage_destinations set verified_at = $1', [now])
    return outcome(nota(origen, 1))
  }

  assert.equal(await after(88), '200')
  assert.equal(await after(5), `422 ${NUMERO}`)
})
