/** For every row that only notes have, by name: a valid note, one change, and the resulting problem. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Broken, withBroken } from '../../../test/broken.ts'
import { inputOf } from '../../../test/fixtures.ts'
import { buildDocumento, checkDocumento } from '../../build.ts'
import { monto } from '../../monto.ts'
import type { NotaCredito as Nota } from '../05/estructura.ts'
import type { DteRequest } from '../index.ts'
import { TIPOS } from '../index.ts'

const A = '000000A2-0000-4000-8000-0000000000A2'
const B = '000000B1-0000-4000-8000-0000000000B1'

const SOUND: DteRequest = {
  tipoDte: '05',
  receptor: {
    numDocumento: '06141212850017',
    nrc: '7654321',
    nombre: 'COMPRADORA',
    codActividad: '46900',
    correo: 'compras@example.com',
    direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
  },
  documentosRelacionados: [
    { tipoDocumento: '03', numeroDocumento: A, fechaEmision: '2026-10-01' },
    { tipoDocumento: '03', numeroDocumento: B, fechaEmision: '2026-09-01' },
  ],
  items: [
    { descripcion: 'Silla', cantidad: 4, precioUni: 25.5, montoDescu: 2, numeroDocumento: A },
    { descripcion: 'Libro', cantidad: 1, precioUni: 10, tipoVenta: 'exenta', numeroDocumento: A },
    {
      descripcion: 'Donativo',
      cantidad: 1,
      precioUni: 5,
      tipoVenta: 'no_sujeta',
      numeroDocumento: B,
    },
    { descripcion: 'Depósito', cantidad: 1, noGravado: 1.5, numeroDocumento: B },
  ],
  aplicarRetencionIva: true,
  // Both, to test both rows; no request is accepted with both.
  aplicarPercepcionIva: true,
}

type Case = readonly [name: string, field: string, broken: Broken]

const M = monto
const R = 'documentoRelacionado.1.'

// biome-ignore format: a table
const CASES: readonly Case[] = [
  ['NIT de la empresa absorbida', 'identificacion.fusion', { 'identificacion.fusion': '11111111111111' }],
  ['empresa absorbida distinta del emisor', 'identificacion.fusion', { 'identificacion.fusion': '06140101900019' }],
  ['tipo de documento que una nota ajusta', 'documentoRelacionado[1].tipoDocumento', { [`${R}tipoDocumento`]: '01' }],
  ['documentos relacionados de un solo tipo', 'documentoRelacionado[1].tipoDocumento', { [`${R}tipoDocumento`]: '07' }],
  ['nota sobre un comprobante de retención', 'documentoRelacionado[0].tipoDocumento', { 'documentoRelacionado.0.tipoDocumento': '07', [`${R}tipoDocumento`]: '07' }],
  ['documento relacionado una sola vez', 'documentoRelacionado[1].numeroDocumento', { [`${R}numeroDocumento`]: A }],
  ['tipo de generación del catálogo', 'documentoRelacionado[1].tipoGeneracion', { [`${R}tipoGeneracion`]: 3 }],
  ['número del documento electrónico relacionado', 'documentoRelacionado[1].numeroDocumento', { [`${R}numeroDocumento`]: '4815' }],
  ['documento relacionado anterior a la nota', 'documentoRelacionado[1].fechaEmision', { [`${R}fechaEmision`]: '2026-10-06' }],
  ['nota dentro de los tres meses', 'documentoRelacionado[1].fechaEmision', { [`${R}fechaEmision`]: '2026-07-04' }],
  ['documento relacionado de la línea', 'cuerpoDocumento[2].numeroDocumento', { 'cuerpoDocumento.2.numeroDocumento': '4815' }],
  ['documento relacionado de la línea', 'cuerpoDocumento[2].numeroDocumento', { 'cuerpoDocumento.2.numeroDocumento': null }],
  ['receptor completo: numDocumento', 'receptor.numDocumento', { 'receptor.numDocumento': null }],
  ['receptor completo: nrc', 'receptor.nrc', { 'receptor.nrc': null }],
  ['receptor completo: nombre', 'receptor.nombre', { 'receptor.nombre': '' }],
  ['receptor completo: codActividad', 'receptor.codActividad', { 'receptor.codActividad': null }],
  ['receptor completo: direccion', 'receptor.direccion', { 'receptor.direccion': null }],
  ['tipo de documento del catálogo', 'receptor.tipoDocumento', { 'receptor.tipoDocumento': '14' }],
  ['forma del NIT del receptor', 'receptor.numDocumento', { 'receptor.numDocumento': '0614101' }],
  ['forma del DUI del receptor', 'receptor.numDocumento', { 'receptor.tipoDocumento': '13' }],
  ['dígito verificador del DUI del receptor', 'receptor.numDocumento', { 'receptor.tipoDocumento': '13', 'receptor.numDocumento': '000162970' }],
  ['receptor contribuyente', 'receptor.tipoDocumento', { 'receptor.tipoDocumento': '37' }],
  ['IVA listado en las líneas gravadas', 'cuerpoDocumento[0].tributos', { 'cuerpoDocumento.0.tributos': null }],
  ['retención de la línea', 'cuerpoDocumento[0].ivaRete', { 'cuerpoDocumento.0.ivaRete': M(1.02) }],
  ['percepción de la línea', 'cuerpoDocumento[1].ivaPerci', { 'cuerpoDocumento.1.ivaPerci': M(0.1) }],
  ['totalIva de la línea en cero', 'cuerpoDocumento[0].totalIva', { 'cuerpoDocumento.0.totalIva': M(0.01) }],
  ['totalNoSuj calculado', 'resumen.totalNoSuj', { 'resumen.totalNoSuj': M(5.02) }],
  ['totalExenta calculado', 'resumen.totalExenta', { 'resumen.totalExenta': M(9.98) }],
  ['totalGravada calculado', 'resumen.totalGravada', { 'resumen.totalGravada': M(100.02) }],
  ['subTotalVentas calculado', 'resumen.subTotalVentas', { 'resumen.subTotalVentas': M(115.5) }],
  ['totalDescu calculado', 'resumen.totalDescu', { 'resumen.totalDescu': M(0) }],
  ['IVA del resumen', 'resumen.tributos', { 'resumen.tributos.0.valor': M(12.98) }],
  ['montoTotalOperacion calculado', 'resumen.montoTotalOperacion', { 'resumen.montoTotalOperacion': M(127) }],
  ['ivaPerci calculado', 'resumen.ivaPerci', { 'resumen.ivaPerci': M(1.02) }],
  ['ivaRete calculado', 'resumen.ivaRete', { 'resumen.ivaRete': M(0) }],
  ['totalIva en cero', 'resumen.totalIva', { 'resumen.totalIva': M(13) }],
  ['totalNoGravado calculado', 'resumen.totalNoGravado', { 'resumen.totalNoGravado': M(-1.5) }],
  ['totalPagar calculado', 'resumen.totalPagar', { 'resumen.totalPagar': M(128) }],
  ['abonos dentro del total de la nota', 'resumen.totalNoGravado', { 'resumen.totalNoGravado': M(-128.01) }],
  ['código de la retención', 'resumen.codigoRetencionMH', { 'resumen.codigoRetencionMH': 'C4' }],
  ['código de la retención', 'resumen.codigoRetencionMH', { 'resumen.ivaRete': M(0) }],
  ['condición del catálogo', 'resumen.condicionOperacion', { 'resumen.condicionOperacion': 4 }],
  ['contado cuando no hay nada que pagar', 'resumen.condicionOperacion', { 'resumen.totalPagar': M(0), 'resumen.condicionOperacion': 2 }],
]

for (const tipoDte of ['05', '06'] as const) {
  const rows = TIPOS[tipoDte].rules.flatMap((grupo) => grupo.rows)

  test(`the valid note of ${tipoDte} breaks no rule`, () => {
    assert.deepEqual(checkDocumento(sound(tipoDte)), [])
  })

  for (const [name, field, broken] of CASES) {
    test(`${tipoDte} refuses ${field} by "${name}"`, () => {
      const { rule } = rows.find((row) => row.name === name) ?? { rule: undefined }
      const found = checkDocumento(withBroken(sound(tipoDte), broken))
      const problems = found.filter((p) => p.field === field && p.rule === rule)
      assert.equal(problems.length, 1, JSON.stringify(found))
      assert.match(problems[0]?.message ?? '', /[.]$/)
    })
  }

  test(`every row of ${tipoDte} that sales do not share has a case here`, () => {
    const ofSales = new Set<string>(
      [...TIPOS['01'].rules, ...TIPOS['03'].rules].flatMap((grupo) =>
        grupo.rows.map(({ name }) => name),
      ),
    )
    const tested = new Set(CASES.map(([name]) => name))
    const open = rows.filter(({ name }) => !ofSales.has(name) && !tested.has(name))
    assert.deepEqual(open, [])
  })
}

test('the 1 % of a note has no minimum amount: the adjusted sale decided it', () => {
  const items = [{ descripcion: 'Silla', cantidad: 1, precioUni: 5, numeroDocumento: A }]
  const { documento, problems } = buildDocumento(
    inputOf({ ...SOUND, items, aplicarPercepcionIva: false }),
  )
  assert.deepEqual(problems, [])
  assert.equal((documento as Nota).resumen.ivaRete, monto(0.05))
})

test('lines that name no document adjust the only related one', () => {
  const [only] = SOUND.documentosRelacionados ?? []
  assert.ok(only)
  const numeroDocumento = A.toLowerCase()
  const items = [{ descripcion: 'Silla', cantidad: 1, precioUni: 5 }]
  const { documento, problems } = buildDocumento(
    inputOf({
      ...SOUND,
      items,
      aplicarPercepcionIva: false,
      documentosRelacionados: [{ ...only, numeroDocumento }],
    }),
  )
  const { documentoRelacionado, cuerpoDocumento } = documento as Nota
  assert.deepEqual(problems, [])
  assert.equal(documentoRelacionado[0]?.numeroDocumento, A)
  assert.equal(cuerpoDocumento[0]?.numeroDocumento, A)
})

function sound(tipoDte: '05' | '06'): Nota {
  return buildDocumento(inputOf({ ...SOUND, tipoDte })).documento as Nota
}
