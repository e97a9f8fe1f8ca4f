/**
 * Every fact of a document is on its copy, except what the ministry exempts
 * (docs/sources.md#printed-copy).
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { DOCUMENTS } from '../test/documents.ts'
import { SELLO } from '../test/fixtures.ts'
import { dense, readPdf } from '../test/read-pdf.ts'
import type { PlainDocumento } from './documento.ts'
import { createPrinter } from './printer.ts'
import { fecha, nit, nrc } from './sheets/names.ts'
import { amount, quantity } from './sheets/numbers.ts'

const printer = createPrinter()
const SAMPLES = new URL('../../../../shared/reference/samples/', import.meta.url)

/** Printed in words (catalogue codes), or not at all. */
// biome-ignore format: a table
const OTHERWISE = new Set([
  'identificacion.ambiente', 'identificacion.tipoDte', 'identificacion.tipoMoneda',
  'emisor.direccion.departamento', 'emisor.direccion.municipio', 'emisor.direccion.distrito',
  'emisor.tipoItemExpor', 'receptor.tipoPersona', 'receptor.codDomiciliado', 'otrosDocumentos.modoTransp',
  'receptor.direccion.departamento', 'receptor.direccion.municipio', 'receptor.direccion.distrito', 'receptor.tipoDocumento',
  'documentoRelacionado.tipoDocumento', 'documentoRelacionado.tipoGeneracion',
  'otrosDocumentos.codDocAsociado', 'otrosDocumentos.medico.tipoServicio', 'ventaTercero.codDomiciliado',
  'cuerpoDocumento.tipoItem', 'cuerpoDocumento.tipoDonacion', 'cuerpoDocumento.codTributo', 'cuerpoDocumento.uniMedida',
  'cuerpoDocumento.tributos', 'cuerpoDocumento.psv', 'cuerpoDocumento.ivaItem', 'cuerpoDocumento.totalIva',
  'resumen.porcentajeDescuento', 'resumen.totalDescu', 'resumen.totalIva', 'resumen.saldoFavor', 'resumen.tributos.codigo',
  'resumen.condicionOperacion', 'resumen.pagos.codigo', 'resumen.pagos.plazo',
])
const COUNTS = new Set([
  'identificacion.version',
  'cuerpoDocumento.numItem',
  'cuerpoDocumento.cantidad',
  'cuerpoDocumento.cantidadDoc',
  'resumen.pagos.periodo',
])
const CODES = /^identificacion\.tipo/
const DATES = /fecEmi|fechaEmision|periodoLiquidacionFecha/

for (const [name, documento] of [...Object.entries(DOCUMENTS), ...samples()]) {
  test(`the copy of ${name} states everything in the document`, () => {
    const pages = readPdf(
      printer.letter({ documento, selloRecibido: SELLO, fhProcesamiento: null }),
    )
    const text = pages.map((page) => page.dense).join('')
    for (const [path, value] of leaves(documento)) {
      if (OTHERWISE.has(path) || value === null || isInformative(documento, path, value)) continue
      assert.ok(text.includes(dense(printedForm(path, value))), `${path}: ${value}`)
    }
  })
}

/** Numbers that are printed with hyphens, and the function that adds them. */
const HYPHENATED: Readonly<Record<string, (digits: string) => string | null>> = {
  nit,
  nrc,
  fusion: nit,
  numDocumento: (digits) => (/^\d{9}$|^\d{14}$/.test(digits) ? nit(digits) : digits),
}

function printedForm(path: string, value: unknown): string {
  const hyphenated = HYPHENATED[path.split('.').at(-1) ?? '']
  if (hyphenated) return hyphenated(String(value)) ?? ''
  if (typeof value !== 'number') return DATES.test(path) ? fecha(String(value)) : String(value)
  if (CODES.test(path)) return String(value)
  return COUNTS.has(path) ? quantity(value) : amount(value)
}

/** The fixtures contain only one tribute code of section 3. */
function isInformative({ resumen }: PlainDocumento, path: string, value: unknown): boolean {
  if (!path.startsWith('resumen.tributos.')) return false
  return (resumen.tributos ?? []).some(
    (t) => t.codigo === '31' && (t.valor === value || t.descripcion === value),
  )
}

function* leaves(value: unknown, path = ''): Iterable<readonly [path: string, value: unknown]> {
  if (value === null || typeof value !== 'object') yield [path, value]
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item, path)
  else
    for (const [key, member] of Object.entries(value))
      yield* leaves(member, path ? `${path}.${key}` : key)
}

/** The ministry's own samples, when the reference folder is next to the project. */
function samples(): (readonly [string, PlainDocumento])[] {
  if (!existsSync(SAMPLES)) {
    console.log('notice: no reference folder, so the samples in it are not printed')
    return []
  }
  return readdirSync(SAMPLES)
    .filter((name) => /^fe-(f|ccf|nc|nd|fex|fse)-.*\.json$/.test(name))
    .map((name) => [
      name,
      JSON.parse(readFileSync(new URL(name, SAMPLES), 'utf8')) as PlainDocumento,
    ])
}
