/**
 * Our events match the ministry's publications: its samples are reproduced, and its schemas accept the examples.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  buildContingencia,
  buildDocumento,
  buildInvalidacion,
  buildOperaciones,
  buildRetorno,
  contingenciaDeRetorno,
  EVENTOS,
  type ItemOperacionRequest,
  type ItemRetornoRequest,
  type Retornable,
  readDocumento,
  readEventoDeOperaciones,
  readEventoDeRetorno,
  serialiseContingencia,
  serialiseInvalidacion,
  serialiseOperaciones,
  serialiseRetorno,
} from '../src/index.ts'
import { DIFFERENCES } from './differences.ts'
import { EMISOR, inputOf } from './fixtures.ts'
import { listGoldens } from './goldens.ts'
import { actualOfEvento, listGoldensDeEventos, SELLO } from './goldens-eventos.ts'
import { mutantsOf } from './mutants.ts'
import { missing, publishedEventCheck, sample } from './published.ts'

// biome-ignore lint/suspicious/noExplicitAny: a sample is whatever the ministry published
type Any = any

const events = Object.keys(EVENTOS) as (keyof typeof EVENTOS)[]

for (const kind of events) {
  test(`the examples of ${kind} are valid against the published schema`, { skip: missing }, () => {
    const published = publishedEventCheck(kind)
    const examples = examplesOf(kind)
    assert.ok(examples.length > 0)
    for (const { name, evento } of examples) {
      assert.ok(published(evento), `${name}: ${JSON.stringify(published.errors)}`)
    }
  })
}

function examplesOf(kind: keyof typeof EVENTOS): { name: string; evento: Any }[] {
  return listGoldensDeEventos()
    .filter(({ kind: own, name }) => own === kind && !name.includes('/rejected/'))
    .flatMap((golden) =>
      [JSON.parse(actualOfEvento(golden))].flat().map((evento) => ({ name: golden.name, evento })),
    )
}

const RESPONSABLE = {
  nombre: 'RESPONSABLE FICTICIO',
  tipoDocumento: '13',
  numDocumento: '000000035',
}
const DUENA = { nombre: 'Ana López', numDocumento: '04182944-7' }
const ITEM = { descripcion: 'Café', cantidad: 1, precioUni: 5.65 }
const SOLICITA = { nombre: 'CLIENTE FICTICIO', tipoDocumento: '13', numDocumento: '000000019' }

// biome-ignore format: a table
const INVALIDACIONES = [
  ['invalidacion-v3-tipo1', { tipoAnulacion: 1, motivo: 'Error en el detalle facturado', codigoGeneracionReemplazo: '000000AE-0000-4000-8000-0000000000AE' }],
  ['invalidacion-v3-tipo2', { tipoAnulacion: 2, motivo: 'Rescision de la operacion' }],
] as const
for (const [name, request] of INVALIDACIONES) {
  test(`the sample ${name} is reproduced byte for byte`, { skip: missing }, () => {
    const published = sample(name) as Any
    const { evento, problems } = buildInvalidacion({
      request: { ...request, responsable: RESPONSABLE, solicita: SOLICITA },
      target: {
        documento: documentoOf('fe-f-v2'),
        selloRecibido: SELLO,
        fechaSello: '2026-10-05',
      },
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: published.identificacion.codigoGeneracion,
      fecEmi: '2026-10-06',
      horEmi: '09:00:00',
    })
    assert.equal(serialiseInvalidacion(evento), JSON.stringify(published))
    // The people in the sample have numbers with an invalid check digit.
    assert.deepEqual([...new Set(problems.map(({ rule }) => rule))], ['SELLO-DUI'])
  })
}

// biome-ignore format: a table
const FECHAS = [
  // the document's date, its seal, today, the event's date
  ['2026-08-30', '2026-09-02', '2026-09-02', '2026-09-02'],
  ['2026-08-30', '2026-09-02', '2026-12-01', '2026-11-30'], // in time, and after what its own date allows
  ['2026-08-30', '2026-08-30', '2026-12-01', '2026-12-01'], // too late: the ministry refuses it
  ['2026-08-30', '2026-09-02', '2026-12-24', '2026-12-24'], // the same
  ['2026-10-06', '2026-10-02', '2026-10-02', '2026-10-06'], // dated ahead
] as const
for (const [fecEmi, fechaSello, hoy, fecha] of FECHAS) {
  test(`an invoice of ${fecEmi}, sealed on ${fechaSello} and cancelled on ${hoy}, has an event of ${fecha}`, () => {
    const { documento } = buildDocumento(inputOf({ tipoDte: '01', items: [ITEM] }))
    const { evento, problems } = buildInvalidacion({
      request: { tipoAnulacion: 2, responsable: DUENA, solicita: DUENA },
      target: {
        documento: {
          ...documento,
          identificacion: { ...documento.identificacion, fecEmi },
        } as never,
        selloRecibido: SELLO,
        fechaSello,
      },
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: '000000A7-0000-4000-8000-0000000000A7',
      fecEmi: hoy,
      horEmi: '09:00:00',
    })

    assert.deepEqual(problems, [])
    assert.equal(evento.identificacion.fecEmi, fecha)
  })
}

/** Invalidated on the day after the document's. */
const DE_SU_DIA = ['01', '11', '14']
const DEL_DOCUMENTO = ['03', '04', '05', '06', '07', '08', '09', '15']
for (const tipo of [...DE_SU_DIA, ...DEL_DOCUMENTO]) {
  const isOfItsDay = DE_SU_DIA.includes(tipo)
  test(`the event about a ${tipo} has the date of ${isOfItsDay ? 'its own day' : 'the document'}`, () => {
    const example = listGoldens().find(
      ({ request, rejected }) => request.tipoDte === tipo && !rejected,
    )
    assert.ok(example)
    const { documento } = buildDocumento(inputOf(example.request))
    const { fecEmi } = documento.identificacion
    const next = new Date(Date.parse(fecEmi) + 24 * 60 * 60_000).toISOString().slice(0, 10)
    const { evento } = buildInvalidacion({
      request: { tipoAnulacion: 2, responsable: DUENA, solicita: DUENA },
      target: { documento: documento as never, selloRecibido: SELLO, fechaSello: fecEmi },
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: '000000A7-0000-4000-8000-0000000000A7',
      fecEmi: next,
      horEmi: '09:00:00',
    })
    assert.equal(evento.identificacion.fecEmi, isOfItsDay ? next : fecEmi)
  })
}

test('what is wrong with the issuer of a cancellation keeps its own path', () => {
  const { documento } = buildDocumento(inputOf({ tipoDte: '01', items: [ITEM] }))
  const { problems } = buildInvalidacion({
    request: { tipoAnulacion: 2, motivo: 'X\u0000', responsable: DUENA, solicita: DUENA },
    target: { documento: documento as never, selloRecibido: SELLO, fechaSello: '2026-10-05' },
    emisor: { ...EMISOR, nombre: 'EMPRESA\u0000' },
    ambiente: '00',
    codigoGeneracion: '000000A7-0000-4000-8000-0000000000A7',
    fecEmi: '2026-10-05',
    horEmi: '14:00:00',
  })
  const says = (position: number) =>
    `lleva en la posición ${position} un carácter de control (U+0000); quítelo. Lo pide Sello, no Hacienda.`
  assert.deepEqual(problems, [
    { field: 'emisor.nombre', rule: 'texto', message: `emisor.nombre ${says(8)}` },
    { field: 'motivo', rule: 'texto', message: `motivo ${says(2)}` },
  ])
})

// biome-ignore format: a table
const RETORNOS: readonly (readonly [tipo: string, of: string, items: ItemRetornoRequest[]])[] = [
  ['01', 'fe-f-v2',   [{ linea: 1, cantidad: 1 }, { linea: 4, noGravado: 1.5 }]],
  ['11', 'fe-fex-v3', [{ linea: 1, cantidad: 20 }]],
  ['14', 'fe-fse-v2', [{ linea: 1, cantidad: 0.5 }]],
]
for (const [tipo, of, items] of RETORNOS) {
  test(`the sample fe-eret-v1-de-${tipo} is reproduced byte for byte`, { skip: missing }, () => {
    const published = sample(`fe-eret-v1-de-${tipo}`) as Any
    const { evento, problems } = buildRetorno({
      request: { items },
      original: withoutCodigos(documentoOf(of) as Retornable),
      previos: [],
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: published.identificacion.codigoGeneracion,
      fecEmi: '2026-10-20',
      horEmi: '11:00:00',
    })
    assert.deepEqual(problems, [])
    assert.ok(evento)
    const text = serialiseRetorno(evento)
    assert.equal(text, JSON.stringify(published))
    assert.equal(serialiseRetorno(readEventoDeRetorno(text)), text)
  })
}

/** The optional code of a line is copied; the samples omit it. */
function withoutCodigos(documento: Retornable): Retornable {
  const cuerpoDocumento = documento.cuerpoDocumento.map((l) => ({ ...l, codigo: null }))
  return { ...documento, cuerpoDocumento } as Retornable
}

const CAT_023 = 'Facturas de venta simplificada'
// biome-ignore format: a table
const OPERACIONES: readonly (readonly [name: string, items: ItemOperacionRequest[]])[] = [
  ['fe-eop-v1-02', [
    { tipoDocumento: '02', desde: '1201', hasta: '1237', total: 180, descripcion: CAT_023 },
    { tipoDocumento: '02', desde: '1238', hasta: '1240', precioUni: 2.5, tipoVenta: 'exenta', descripcion: CAT_023 },
  ]],
  ['fe-eop-v1-anulado', [
    { tipoDocumento: '97', numero: '7', fecha: '2026-09-14', precioUni: 25.5, descripcion: 'Comprobante de control interno (anulado)', anulaDe: '000000ad-0000-4000-8000-0000000000ad' },
  ]],
]
for (const [name, items] of OPERACIONES) {
  test(`the sample ${name} is reproduced byte for byte`, { skip: missing }, () => {
    const published = sample(name) as Any
    const { evento, problems } = buildOperaciones({
      request: { items },
      emisor: EMISOR,
      ambiente: '00',
      codigoGeneracion: published.identificacion.codigoGeneracion,
      fecEmi: '2026-11-05',
      horEmi: '18:00:00',
    })
    assert.deepEqual(problems, [])
    assert.ok(evento)
    const text = serialiseOperaciones(evento)
    assert.equal(text, JSON.stringify(published))
    assert.equal(serialiseOperaciones(readEventoDeOperaciones(text)), text)
  })
}

test('the sample contingencia-v4 is reproduced byte for byte', { skip: missing }, () => {
  const published = sample('contingencia-v4') as Any
  const { evento } = buildContingencia({
    documentos: [{ tipoDte: '01', codigoGeneracion: published.detalleDTE[0].codigoGeneracion }],
    inicio: { fecha: '2026-10-05', hora: '10:00:00' },
    fin: { fecha: '2026-10-05', hora: '13:30:00' },
    tipoContingencia: 1,
    responsable: RESPONSABLE,
    emisor: EMISOR,
    establecimiento: { codEstable: 'M001', codPuntoVenta: 'P001' },
    ambiente: '00',
    codigoGeneracion: published.identificacion.codigoGeneracion,
    transmision: { fecha: '2026-10-05', hora: '14:00:00' },
  })
  assert.equal(serialiseContingencia(evento), JSON.stringify(published))
})

function documentoOf(name: string) {
  return readDocumento(JSON.stringify(sample(name)))
}

/** Events with every member, so that every member has mutants, where no example has them all. */
const FULL: Partial<Readonly<Record<keyof typeof EVENTOS, () => Any>>> = {
  invalidacion: fullInvalidacion,
  retorno: fullRetorno,
  operaciones: fullOperaciones,
}
const byExample = events.filter((kind) => !FULL[kind])
const fullExample = (kind: keyof typeof EVENTOS) =>
  examplesOf(kind).find(({ evento }) => !JSON.stringify(evento).includes(':null'))?.evento

for (const kind of byExample) {
  test(`an example of ${kind} has every member`, () => {
    assert.ok(fullExample(kind), 'else it needs a row above')
  })
}

for (const kind of events) {
  test(`mutants of ${kind} are accepted and refused as the ministry does`, {
    skip: missing,
  }, () => {
    const published = publishedEventCheck(kind)
    const ours = EVENTOS[kind].check
    const full = FULL[kind]?.() ?? fullExample(kind)
    assert.deepEqual(ours(full), [])
    assert.ok(published(full), JSON.stringify(published.errors))
    const rows = DIFFERENCES.filter(({ tipos }) => tipos.includes(kind))
    const unused = new Set(rows)
    const unexplained: string[] = []
    for (const mutant of mutantsOf(full, [published.schema, EVENTOS[kind].estructura])) {
      const weAccept = ours(mutant.documento).length === 0
      if (weAccept === published(mutant.documento)) continue
      const row = rows.find(
        (d) => d.mutants.test(mutant.name) && (d.ours === 'accept') === weAccept,
      )
      if (row) unused.delete(row)
      else unexplained.push(`${mutant.name} (we ${weAccept ? 'accept' : 'refuse'})`)
    }
    assert.deepEqual(unexplained, [])
    assert.deepEqual([...unused], [], 'a difference that is none')
  })
}

function fullInvalidacion(): Any {
  const full = sample('invalidacion-v3-tipo1') as Any
  return { ...full, identificacion: { ...full.identificacion, fusion: '06140101900019' } }
}

function fullRetorno(): Any {
  const full = sample('fe-eret-v1-de-11') as Any
  const contingencia = {
    tipoModelo: 2,
    tipoOperacion: 2,
    tipoContingencia: 5,
    motivoContin: 'Otro',
  }
  return {
    ...full,
    identificacion: { ...full.identificacion, ...contingencia, fusion: '06140101900019' },
    documento: { ...full.documento, telefono: '22001122' },
    ventaTercero: { nit: '06140101900019', nombre: 'TERCERO', codDomiciliado: 1 },
    cuerpoDocumento: [{ ...full.cuerpoDocumento[0], codigo: 'C1', codTributo: 'A8' }],
    apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }],
  }
}

/** A line is a range or one voucher, never both: the structure lets it be. */
function fullOperaciones() {
  const full = examplesOf('operaciones').find(({ name }) => name.endsWith('/anulado'))?.evento
  return {
    ...full,
    cuerpoDocumento: [{ ...full.cuerpoDocumento[0], docDel: '1', docAl: '2' }],
    apendice: [{ campo: 'a', etiqueta: 'b', valor: 'c' }],
  }
}

test('a return signed while the ministry is away states the contingency only under the second reading', () => {
  const contingencia = { tipoContingencia: 1, motivoContin: null } as const
  assert.equal(contingenciaDeRetorno(contingencia), null, 'the default')
  assert.equal(contingenciaDeRetorno(contingencia, 'previo'), null)
  assert.deepEqual(contingenciaDeRetorno(contingencia, 'contingencia'), contingencia)
})

test('the identification of a return states its contingency, whole', () => {
  const common = {
    ...{ version: 1, ambiente: '00', tipoEvento: '18', fusion: null, tipoMoneda: 'USD' },
    codigoGeneracion: '000000AA-0000-4000-8000-0000000000AA',
    ...{ fecEmi: '2026-10-20', horEmi: '11:00:00' },
  }
  const ordinary = { ...{ tipoModelo: 1, tipoOperacion: 1 }, ...SIN_CONTINGENCIA }
  const deferred = { tipoModelo: 2, tipoOperacion: 2 }
  for (const [contingencia, said] of [
    [undefined, ordinary],
    [null, ordinary],
    [
      { tipoContingencia: 1, motivoContin: null },
      { ...deferred, tipoContingencia: 1, motivoContin: null },
    ],
    [
      { tipoContingencia: 5, motivoContin: 'Otro' },
      { ...deferred, tipoContingencia: 5, motivoContin: 'Otro' },
    ],
  ] as const) {
    const { evento, problems } = retornoOf({ contingencia })
    assert.deepEqual(problems, [])
    assert.deepEqual(evento?.identificacion, { ...common, ...said })
  }
})

test('a return that its structure or its texts refuse is not built', () => {
  const { evento, problems } = retornoOf({
    emisor: { ...EMISOR, nombre: 'EMPRESA\u0000' },
    contingencia: { tipoContingencia: 5, motivoContin: null },
  })
  assert.equal(evento, null)
  assert.deepEqual(
    problems.map(({ field, rule }) => [field, rule]),
    [
      ['identificacion.motivoContin', 'IV-9'],
      ['emisor.nombre', 'texto'],
    ],
  )
})

const SIN_CONTINGENCIA = { tipoContingencia: null, motivoContin: null }

function retornoOf(more: object) {
  const { documento } = buildDocumento(inputOf({ tipoDte: '01', items: [ITEM] }))
  return buildRetorno({
    request: { items: [{ linea: 1, cantidad: 1 }] },
    original: documento as Retornable,
    previos: [],
    emisor: EMISOR,
    ambiente: '00',
    fecEmi: '2026-10-20',
    horEmi: '11:00:00',
    codigoGeneracion: '000000AA-0000-4000-8000-0000000000AA',
    ...more,
  })
}
