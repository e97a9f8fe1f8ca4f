/** Of the problems of the structure, only those are told that are no consequence of a rule's. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeProblems } from './merge.ts'

const L = 'cuerpoDocumento[1]'
const COMPUTED = [
  'ventaGravada',
  'compra',
  'valor',
  'ivaItem',
  'ivaPerci',
  'ivaRete',
  'ivaRetenido',
]
const TOTALS = [
  ...['valorTotal', 'totalPagar', 'total', 'exportacion', 'subTotal', 'subTotalVentas'],
  ...['porcentajeDescuento', 'tributos[0].valor', 'ivaPerci', 'ivaRete', 'reteRenta'],
  ...['montoTotalOperacion', 'saldoFavor', 'pagos[0].montoPago'],
].map((member) => `resumen.${member}`)
const RECORD = [
  ...['subTotal', 'montoSujetoPercepcion', 'iva', 'ivaPercibido', 'ivaComision'],
  ...['liquidoApagar', 'totalLetras'],
].map((member) => `cuerpoDocumento.${member}`)

/** The field of a rule's problem, the structure's that follow from it, and those that stay. */
// biome-ignore format: a table
const CASES: readonly (readonly [cause: string, follow: readonly string[], stay: readonly string[]])[] = [
  ['emisor.nit',                   ['emisor.nit'],                                ['emisor.nrc', 'resumen.totalPagar']],
  [`${L}.precioUni`,               [...COMPUTED.map((m) => `${L}.${m}`), ...TOTALS, ...RECORD], [`${L}.cantidad`, 'cuerpoDocumento[2].ventaGravada', 'resumen.condicionOperacion', 'resumen.pagos[1].montoPago']],
  ['resumen.descuGravada',         [...TOTALS, ...RECORD],                        [`${L}.ventaGravada`, 'resumen.condicionOperacion']],
  ['resumen.seguro',               TOTALS,                                        ['resumen.flete']],
  ['resumen.flete',                TOTALS,                                        ['resumen.seguro']],
  ['resumen.totalGravada',         TOTALS,                                        [`${L}.ventaGravada`]],
  ['cuerpoDocumento.valorOperaciones', RECORD,                                    ['cuerpoDocumento.observaciones']],
  ['cuerpoDocumento.montoSinPercepcion', RECORD,                                  ['cuerpoDocumento.descripSinPercepcion']],
  ['cuerpoDocumento.comision',     [...RECORD, 'cuerpoDocumento.porcentComision'], ['cuerpoDocumento.cantidadDoc']],
  ['cuerpoDocumento.porcentComision', RECORD,                                     ['cuerpoDocumento.comision']],
  ['cuerpoDocumento.iva',          RECORD,                                        ['cuerpoDocumento.observaciones']],
  ['receptor.codActividad',        ['receptor.descActividad'],                    ['receptor.nombrePais']],
  ['receptor.codPais',             ['receptor.nombrePais'],                       ['receptor.descActividad']],
  ['documentosRelacionados',       ['documentoRelacionado', `${L}.numeroDocumento`], [`${L}.tipoItem`]],
  ['resumen.condicionOperacion',   [],                                            ['resumen.pagos[0].montoPago', 'resumen.totalPagar']],
  ['otrosDocumentos[0].medico',    [],                                            [`${L}.numeroDocumento`, 'documentoRelacionado', 'cuerpoDocumento.iva']],
]

const problem = (rule: string) => (field: string) => ({ field, rule, message: `${field} falta.` })

for (const [cause, follow, stay] of CASES) {
  test(`besides ${cause} only what does not follow from it is told`, () => {
    for (const structural of [...follow, ...stay]) {
      const found = mergeProblems([problem('MF')(cause)], [problem('type')(structural)])
      const kept = [cause, ...(stay.includes(structural) ? [structural] : [])]
      assert.deepEqual(
        found.map(({ field }) => field),
        kept,
        structural,
      )
    }
  })
}

test('of totals that the structure alone refuses the first is told, and of a field the first problem', () => {
  const said = ['resumen.totalGravada', 'resumen.totalPagar', 'apendice', 'apendice'].map(
    problem('type'),
  )
  assert.deepEqual(
    mergeProblems([], said).map(({ field }) => field),
    ['resumen.totalGravada', 'apendice'],
  )
})
