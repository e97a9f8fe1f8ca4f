/** Our tables against the ministry's published schemas: both accept or refuse the same mutants. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sujetoExcluido } from '../../test/compra.ts'
import { creditoFiscal, type Draft, factura, set } from '../../test/documentos.ts'
import { facturaExportacion, servicioExportado } from '../../test/exportacion.ts'
import { envio, startMinistry } from '../../test/ministry.ts'
import { notaCredito, notaDebito } from '../../test/notas.ts'
import { hasReference, SCHEMAS_DIR } from '../../test/reference.ts'
import { DOCUMENTOS } from '../documentos.ts'
import { parseJson } from '../json/parse.ts'
import { loadPublished } from './published.ts'

/** A document with every optional part of its structure filled in. */
function full(documento: Draft): Draft {
  const medico = { nombre: 'M', nit: null, docIdentificacion: '1', tipoServicio: 1 }
  const transporte = {
    placaTrans: 'P1234',
    modoTransp: 1,
    numConductor: '12345',
    nombreConductor: 'Nadie',
  }
  const abroad = 'compraTercero' in documento ? transporte : { medico }
  const otro = { codDocAsociado: 1, descDocumento: 'Carta', detalleDocumento: 'Detalle', ...abroad }
  const relacionado = { tipoDocumento: '04', tipoGeneracion: 1, numeroDocumento: '9' }
  const fila = { campo: 'campo', etiqueta: 'etiqueta', valor: 'v' }
  return {
    ...documento,
    ...given(documento, {
      documentoRelacionado: [{ ...relacionado, fechaEmision: '2026-10-01' }],
      otrosDocumentos: [otro],
      ventaTercero: { nit: '06140101900019', nombre: 'Tercero', codDomiciliado: 1 },
      apendice: [fila],
    }),
    identificacion: {
      ...documento.identificacion,
      ...given(documento.identificacion, { fusion: '06140101900019' }),
    },
    resumen: {
      ...documento.resumen,
      ...given(documento.resumen, {
        tributos: [{ codigo: '20', descripcion: 'IVA', valor: 29.9 }],
        numPagoElectronico: '1',
        observaciones: 'Nada',
        codigoRetencionMH: '22',
      }),
    },
    cuerpoDocumento: documento.cuerpoDocumento.map((line: Draft) => ({
      ...line,
      codigo: 'A1',
      ...given(line, { codTributo: 'A8', numeroDocumento: '9', tributos: ['20'] }),
    })),
  }
}

/** The given members that the holder also has. */
function given(holder: Draft, members: Draft): Draft {
  return Object.fromEntries(Object.entries(members).filter(([name]) => name in holder))
}

/** Adds the other third party of an export, which excludes the first. */
function porCompra(documento: Draft): Draft {
  return {
    ...documento,
    ventaTercero: null,
    compraTercero: { numDocumento: '1', nombre: 'Tercero' },
  }
}

/** Paths of every member, at any depth. */
function* paths(value: Draft, at: string): Generator<string> {
  if (at !== '') yield at
  if (typeof value !== 'object' || value === null) return
  for (const name of Object.keys(value)) yield* paths(value[name], at ? `${at}.${name}` : name)
}

const OTRO_ORDEN = { valor: 1, descripcion: 'IVA', codigo: '20' }
const TRIBUTO = { codigo: '20', descripcion: 'IVA', valor: 1 }

// biome-ignore format: a table
const VALUES: readonly unknown[] = [
  undefined, null, true, '', 'x', 'X'.repeat(2), 'x'.repeat(4), 'x'.repeat(9), 'x'.repeat(16),
  'x'.repeat(26), 'x'.repeat(37), 'x'.repeat(51), 'x'.repeat(101), 'x'.repeat(151), 'x'.repeat(201),
  'x'.repeat(251), 'x'.repeat(301), 'x'.repeat(501), 'x'.repeat(1501), '\u{1f600}'.repeat(14),
  '2026-02-29', '2024-02-29', '10:15:61', '24:00:00', '10:15:3', '20', '00', 'USD',
  0, 1, 2, 3, 5, 6, 7, 99, 100, 101, 2001, -1, 0.5, 1.005, 0.001, 1e-8, 1.5e-8, 99999999999.99, 1e11, -1e11,
  [], {}, [null], ['20', '20'], ['20', '59'], ['2'], [{}],
  '061401019000', '061401019', '06140101900019', '000000000', '00000001900019', '11111111111111',
  [TRIBUTO, TRIBUTO], [TRIBUTO, { ...TRIBUTO, valor: 2 }], [TRIBUTO, OTRO_ORDEN],
]

/**
 * Where ours is stricter on purpose: the published schema sets `minimum` or `maximum` on a string, which
 * has no effect where a length is meant, or omits a length.
 */
const STRICTER = [
  /^#\/otrosDocumentos\/0\/(?:descDocumento|detalleDocumento)$/,
  /^#\/otrosDocumentos\/0\/medico\/nombre$/,
  /^#\/resumen\/(?:observaciones|codigoRetencionMH)$/,
  /^#\/cuerpoDocumento\/\d+\/numeroDocumento$/,
  /^#\/emisor\/nit$/,
  // Unbounded numbers in the schema; ours allow eight decimals, more than any catalogue code needs.
  /^#\/resumen\/(?:condicionOperacion|pagos\/0\/periodo)$/,
  /\/tipoServicio$/,
]

// biome-ignore format: a table
const ORIGINALS: readonly (readonly [tipoDte: string, what: string, make: () => Draft])[] = [
  ['01', 'a sale',                       () => full(factura())],
  ['03', 'a sale',                       () => full(creditoFiscal())],
  ['05', 'a note',                       () => full(notaCredito(creditoFiscal()))],
  ['06', 'a note',                       () => full(notaDebito(creditoFiscal()))],
  ['11', 'an export for a third party',  () => full(facturaExportacion())],
  ['11', 'an export bought by another',  () => porCompra(full(facturaExportacion()))],
  ['14', 'a purchase',                   () => full(sujetoExcluido())],
]

for (const [tipoDte, what, make] of ORIGINALS) {
  test(`our structure of ${tipoDte} and the published one judge mutants of ${what} alike`, async () => {
    if (!hasReference(`the mutants of ${tipoDte}`)) return
    const tipo = DOCUMENTOS.get(tipoDte)
    assert.ok(tipo)
    const published = await loadPublished(SCHEMAS_DIR, tipo.schema)
    const judge = (documento: Draft): [ours: string[], theirs: readonly string[]] => {
      const text = JSON.stringify(documento)
      const json = parseJson(text)
      const report = { problems: [], odd: [] }
      tipo.estructura.check(json, '#', report)
      return [report.problems, published(text, json)]
    }
    const original = make()
    assert.deepEqual(judge(original), [[], []])
    let mutants = 0
    for (const path of paths(original, '')) {
      const extra = set(original, `${path.replace(/[^.]+$/, '')}intruso`, 1)
      for (const mutant of [extra, ...VALUES.map((value) => set(original, path, value))]) {
        mutants += 1
        const [ours, theirs] = judge(mutant)
        const stricter = STRICTER.some((one) => one.test(`#/${path.replaceAll('.', '/')}`))
        if (stricter && theirs.length === 0) continue
        assert.equal(ours.length > 0, theirs.length > 0, `${path}: ${ours} | ${theirs}`)
      }
    }
    assert.ok(mutants > 3_000, `${mutants} mutants`)
  })
}

test('the published schemas are checked when their folder is given, decimals exactly', async (t) => {
  if (!hasReference('the published schemas over HTTP')) return
  const ministry = await startMinistry(t, { schemasDir: SCHEMAS_DIR })
  const { schemas } = (await ministry.get('/_sim/state')).body.options
  assert.deepEqual(schemas, [
    ...DOCUMENTOS.keys(),
    'invalidacion',
    'retorno',
    'contingencia',
    'operaciones',
  ])
  // 0.07 and 28.05 are not multiples of 0.01 in binary floating point.
  const origin = creditoFiscal()
  const abroad = [facturaExportacion(), servicioExportado(), sujetoExcluido()]
  for (const documento of [factura(), origin, notaCredito(origin), notaDebito(origin), ...abroad]) {
    const { status, body } = await ministry.send(documento)
    assert.equal(status, 200, `${body.observaciones}`)
  }
  const bad = await ministry.send(set(factura(), 'receptor.telefono', '123'))
  assert.equal(bad.body.codigoMsg, '096')
  assert.deepEqual(bad.body.observaciones, [
    'Campo #/receptor/telefono no cumple el formato requerido',
  ])
})

/**
 * Reports say that the published structure of 06 has an empty property name in place of `tributos`.
 * The edition of August 2026 does not: `tributos` validates, an empty name does not.
 */
test('a line of a Nota de débito lists its tributes as `tributos`', async () => {
  if (!hasReference('the tributes of 06')) return
  const published = await loadPublished(SCHEMAS_DIR, 'fe-nd-v4.json')
  const judge = (documento: Draft) => {
    const text = JSON.stringify(documento)
    return published(text, parseJson(text))
  }
  const right = notaDebito(creditoFiscal())
  assert.deepEqual(judge(right), [])
  const [{ tributos, ...line }] = right.cuerpoDocumento
  assert.deepEqual(judge({ ...right, cuerpoDocumento: [{ ...line, '': tributos }] }), [
    'Campo #/cuerpoDocumento/0/tributos es requerido',
    'Campo #/cuerpoDocumento/0/ no es permitido',
  ])
})

test('a folder without the schemas stops the start', async () => {
  await assert.rejects(
    import('../index.ts').then(({ startSimulator }) =>
      startSimulator({ schemasDir: '/nonexistent' }),
    ),
    { code: 'ENOENT' },
  )
})

test('nine decimals are refused even when a double would hide them', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const text = JSON.stringify(documento).replace('"precioUni":7.35', '"precioUni":7.350000001')
  const body = envio(documento, text)
  const answer = await ministry.post('/fesv/recepciondte', body, { authorization: ministry.token })
  assert.deepEqual(answer.body.observaciones, [
    'Campo #/cuerpoDocumento/0/precioUni no cumple el formato requerido',
  ])
})
