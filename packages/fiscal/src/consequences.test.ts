/** One cause gives one problem, and what has another cause is still told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../test/fixtures.ts'
import { REQUESTS } from '../test/sound-requests.ts'
import { buildDocumento } from './build.ts'
import { withoutConsequences } from './consequences.ts'
import { toRequestProblems } from './request-path.ts'
import type { DteRequest } from './tipos/index.ts'

/** The member in place of `items`, or the receptor of a type that always has one. */
const NEEDED = [
  ['03', 'Comprobante de crédito fiscal', 'receptor'],
  ['07', 'Comprobante de retención', 'receptor'],
  ['07', 'Comprobante de retención', 'retencion'],
  ['08', 'Comprobante de liquidación', 'liquidacion'],
  ['09', 'Documento contable de liquidación', 'liquidacionContable'],
  ['15', 'Comprobante de donación', 'receptor'],
] as const

for (const [tipoDte, nombre, member] of NEEDED) {
  test(`a ${tipoDte} without ${member} has this one problem`, () => {
    const { [member]: _, ...rest } = REQUESTS[tipoDte] as unknown as Record<string, unknown>
    for (const asked of [rest, { ...rest, [member]: null }] as unknown as DteRequest[]) {
      const { problems } = buildDocumento(inputOf(asked))
      assert.ok(problems.length > 1, 'its parts are missing too')
      assert.deepEqual(toRequestProblems(problems, { asked, completed: asked }), [
        {
          field: member,
          rule: 'required',
          message: `El tipo ${tipoDte} (${nombre}) necesita ${member}; escríbalo.`,
        },
      ])
    }
  })
}

const RECEPTOR = 'receptor required'
const PRECIO = 'cuerpoDocumento[1].precioUni type'
const SIN_VENTA = 'cuerpoDocumento MF-29'
const TOTAL = 'resumen.totalPagar exclusiveMinimum'
const DEL_CATALOGO = 'resumen.condicionOperacion CAT-016'
const RELACIONADO = 'documentoRelacionado[0].tipoDocumento MF-37'
const NUMERO = 'documentoRelacionado[0].numeroDocumento IV-4'

/** Problems as "field rule": which one is the cause, what is left out with it, and what stays. */
// biome-ignore format: a table
const CASES: readonly (readonly [cause: string, follow: readonly string[], stay: readonly string[]])[] = [
  [RECEPTOR, ['receptor.nombre type', 'receptor.nit type'], ['receptorOtro type', TOTAL]],
  ['receptor SELLO-DUI', [], ['receptor.nombre type']],
  [PRECIO, [TOTAL, SIN_VENTA, 'cuerpoDocumento[1].montoDescu MF-44'], ['cuerpoDocumento[0].montoDescu MF-44', 'cuerpoDocumento[1].cantidad type', DEL_CATALOGO]],
  ['cuerpoDocumento[1].montoDescu MF-17', [TOTAL, SIN_VENTA], [DEL_CATALOGO, 'cuerpoDocumento[1].cantidad type']],
  ['cuerpoDocumento[1].noGravado MF-17', [TOTAL, SIN_VENTA], [DEL_CATALOGO, 'cuerpoDocumento[1].cantidad type']],
  [SIN_VENTA, [TOTAL], [DEL_CATALOGO]],
  ['cuerpoDocumento minItems', [], [TOTAL, DEL_CATALOGO]],
  ['retencion required', ['cuerpoDocumento minItems', TOTAL], [DEL_CATALOGO, 'extension.nombEntrega type']],
  ['retencion forbidden', [], ['cuerpoDocumento minItems', TOTAL]],
  ['liquidacion.periodo IV-liquidacion', ['cuerpoDocumento minItems', TOTAL], [DEL_CATALOGO]],
  ['liquidacion required', ['cuerpoDocumento minItems', TOTAL], [DEL_CATALOGO, 'extension.nombEntrega type']],
  ['liquidacion forbidden', [], ['cuerpoDocumento minItems', TOTAL]],
  ['liquidacionContable required', ['cuerpoDocumento.iva type', 'cuerpoDocumento minItems', 'extension.docuEntrega type'], [DEL_CATALOGO, TOTAL]],
  ['liquidacionContable forbidden', [], ['cuerpoDocumento.iva type', 'extension.docuEntrega type']],
  ['receptor.nit pattern', ['receptor.tipoDocumento IV-receptor'], ['receptor.tipoDocumento CAT-022', 'receptor.nombre IV-receptor']],
  [RELACIONADO, ['documentoRelacionado[2].tipoDocumento MF-37'], ['documentoRelacionado[2].tipoDocumento IV-4', 'documentoRelacionado[2].fechaEmision MF-37']],
  [NUMERO, ['cuerpoDocumento[3].numeroDocumento MF-37', RECEPTOR], ['cuerpoDocumento[3].numeroDocumento type', 'receptor SELLO-DUI']],
  ['documentoRelacionado[1].numeroDocumento MF-37', [], ['cuerpoDocumento[3].numeroDocumento MF-37', RECEPTOR]],
  ['resumen.pagos[0].plazo MF-18', ['resumen.pagos[0].periodo MF-18'], ['resumen.pagos[1].periodo MF-18', 'resumen.pagos[0].periodo MF-17']],
]

for (const [cause, follow, stay] of CASES) {
  test(`of what is told with ${cause}, only its consequences are left out`, () => {
    const said = withoutConsequences([...follow, cause, ...stay].map(problem))
    assert.deepEqual(
      said.map(({ field, rule }) => `${field} ${rule}`),
      [cause, ...stay],
    )
  })
}

test('of several problems of a field the first is told', () => {
  const said = withoutConsequences(['apendice type', TOTAL, 'apendice minItems'].map(problem))
  assert.deepEqual(said, ['apendice type', TOTAL].map(problem))
})

/** Its message follows its rule, as where one rule judges two members. */
function problem(said: string) {
  const [field = '', rule = ''] = said.split(' ')
  return { field, rule, message: `Por ${rule}.` }
}
