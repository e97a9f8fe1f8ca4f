/** Every limit of the published schemas, to the character and the cent: ours accepts and refuses as they do. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sujetoExcluido } from '../../test/compra.ts'
import { contable } from '../../test/contable.ts'
import { creditoFiscal, type Draft, factura, set } from '../../test/documentos.ts'
import { donacion } from '../../test/donacion.ts'
import { contingencia, invalidacion, retorno } from '../../test/eventos.ts'
import { facturaExportacion } from '../../test/exportacion.ts'
import { makeFolder } from '../../test/folder.ts'
import { liquidacion } from '../../test/liquidacion.ts'
import { notaCredito, notaDebito } from '../../test/notas.ts'
import { operaciones } from '../../test/operaciones.ts'
import { hasReference, readReference } from '../../test/reference.ts'
import { remision } from '../../test/remision.ts'
import { retencion } from '../../test/retencion.ts'
import { DOCUMENTOS } from '../documentos.ts'
import { parseJson } from '../json/parse.ts'
import { EVENTOS } from './eventos.ts'
import type { Node } from './nodes.ts'
import { loadPublished } from './published.ts'

// biome-ignore lint/suspicious/noExplicitAny: a JSON schema
type Schema = any

/** What one member says of another is not the structure's: `checks/eventos` refuses that. */
const CONDITIONS = new Set(['allOf', 'oneOf', 'if', 'then', 'else'])

/** On a string the published `minimum` and `maximum` have no effect: lengths are meant. */
function asMeant(schema: Schema): Schema {
  if (Array.isArray(schema)) return schema.map(asMeant)
  if (typeof schema !== 'object' || schema === null) return schema
  const { minimum, maximum, ...rest } = schema
  const isText = [schema.type].flat().includes('string')
  const bounds = isText ? { minLength: minimum, maxLength: maximum } : { minimum, maximum }
  const given = [...Object.entries(bounds), ...Object.entries(rest)]
    .filter(([name, value]) => value !== undefined && !CONDITIONS.has(name))
    .map(([name, value]) => [name, asMeant(value)])
  return Object.fromEntries(given)
}

/** Where ours takes the published schema as it is written: nobody has to be named. */
const AS_WRITTEN = 'motivo.nombreResponsable'

/** The values at and beside each limit of a schema. */
function* valuesOf(schema: Schema, current: unknown): Generator<unknown> {
  const { minLength, maxLength, minItems, maxItems, multipleOf: step = 1 } = schema
  for (const length of [minLength, maxLength].filter((one) => one !== undefined)) {
    for (const each of [length - 1, length, length + 1]) if (each >= 0) yield '1'.repeat(each)
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema
  for (const limit of [minimum, maximum, exclusiveMinimum, exclusiveMaximum]) {
    if (limit !== undefined) yield* [limit - step, limit, limit + step].map(Number)
  }
  for (const one of [schema.const, ...(schema.enum ?? [])]) {
    if (typeof one === 'number') yield* [one - 1, one, one + 1]
    else if (one !== undefined) yield* [one, `${one}0`]
  }
  for (const count of [minItems, maxItems].filter((one) => one !== undefined)) {
    const first = Array.isArray(current) ? current[0] : undefined
    for (const each of [count - 1, count, count + 1]) if (each >= 0) yield Array(each).fill(first)
  }
}

interface Limit {
  readonly path: string
  readonly value: unknown
}

/** Of every member that the document has, at any depth. */
function* limitsOf(schema: Schema, current: Draft, path = ''): Generator<Limit> {
  if (path) for (const value of valuesOf(schema, current)) yield { path, value }
  const at = (name: string | number) => (path ? `${path}.${name}` : String(name))
  if (Array.isArray(current)) yield* limitsOf(schema.items ?? {}, current[0], at(0))
  else if (typeof current === 'object' && current !== null) {
    for (const [name, member] of Object.entries<Draft>(current)) {
      yield* limitsOf(schema.properties?.[name] ?? {}, member, at(name))
    }
  }
}

/** The same with a value for every optional part. */
function filled(documento: Draft, given: Readonly<Record<string, unknown>>): Draft {
  return Object.entries(given).reduce(
    (filling, [path, value]) => set(filling, path, value),
    documento,
  )
}

const TERCERO = { nit: '06140101900019', nombre: 'Tercero', codDomiciliado: 1 }
const COMPRADOR = { numDocumento: '1', nombre: 'Tercero' }
const FILA = { campo: 'campo', etiqueta: 'etiqueta', valor: 'v' }
const TRIBUTOS = [{ codigo: '20', descripcion: 'IVA', valor: 1 }]
const RELACIONADO = {
  tipoDocumento: '04',
  tipoGeneracion: 1,
  numeroDocumento: '9',
  fechaEmision: '2026-10-01',
}
const MEDICO = { nombre: 'M', nit: null, docIdentificacion: '1', tipoServicio: 1 }
const OTRO = { codDocAsociado: 1, descDocumento: 'Carta', detalleDocumento: 'Detalle' }
const VEHICULO = {
  placaTrans: 'P1234',
  modoTransp: 1,
  numConductor: '12345',
  nombreConductor: 'Nadie',
}
const BACK = {
  'resumen.tributos': TRIBUTOS,
  'cuerpoDocumento.0.tributos': ['20'],
  apendice: [FILA],
}
const SALE = { apendice: [FILA], 'resumen.tributos': TRIBUTOS, ventaTercero: TERCERO }
const RELATED = { documentoRelacionado: [RELACIONADO] }
const abroad = { otrosDocumentos: [{ ...OTRO, ...VEHICULO }] }
const here = { otrosDocumentos: [{ ...OTRO, medico: MEDICO }] }

// biome-ignore format: a table
const STRUCTURES: readonly (readonly [what: string, schema: string, ours: Node<unknown> | undefined, make: () => Draft])[] = [
  ['a Factura', 'fe-f-v2.json',   DOCUMENTOS.get('01')?.estructura, () => filled(factura(), { ...SALE, ...RELATED, ...here })],
  ['a Crédito fiscal', 'fe-ccf-v4.json', DOCUMENTOS.get('03')?.estructura, () => filled(creditoFiscal(), { ...SALE, ...RELATED, ...here })],
  ['a Nota de crédito', 'fe-nc-v4.json',  DOCUMENTOS.get('05')?.estructura, () => filled(notaCredito(creditoFiscal()), SALE)],
  ['a Nota de débito', 'fe-nd-v4.json',  DOCUMENTOS.get('06')?.estructura, () => filled(notaDebito(creditoFiscal()), SALE)],
  ['an export', 'fe-fex-v3.json', DOCUMENTOS.get('11')?.estructura, () => filled(facturaExportacion(), { ...SALE, ...RELATED, ...abroad })],
  ['an export for a buyer', 'fe-fex-v3.json', DOCUMENTOS.get('11')?.estructura, () => filled(facturaExportacion(), { compraTercero: COMPRADOR })],
  ['a Nota de remisión', 'fe-nr-v4.json', DOCUMENTOS.get('04')?.estructura, () => filled(remision(), { ...SALE, ...RELATED })],
  ['a retention', 'fe-cr-v2.json', DOCUMENTOS.get('07')?.estructura, () => filled(retencion(), { apendice: [FILA] })],
  ['a liquidation', 'fe-cl-v2.json', DOCUMENTOS.get('08')?.estructura, () => filled(liquidacion(), { apendice: [FILA] })],
  ['a liquidation of cards', 'fe-dcl-v2.json', DOCUMENTOS.get('09')?.estructura, () => filled(contable(), { apendice: [FILA] })],
  ['a donation', 'fe-cd-v2.json', DOCUMENTOS.get('15')?.estructura, () => filled(donacion(), { apendice: [FILA] })],
  ['special operations', EVENTOS.operaciones.schema, EVENTOS.operaciones.estructura, () => operaciones()],
  ['a purchase', 'fe-fse-v2.json', DOCUMENTOS.get('14')?.estructura, () => filled(sujetoExcluido(), { apendice: [FILA] })],
  ['an invalidation', EVENTOS.invalidacion.schema, EVENTOS.invalidacion.estructura, () => invalidacion(factura(), '2026'.padEnd(40, 'A'))],
  ['a return', EVENTOS.retorno.schema,      EVENTOS.retorno.estructura,      () => filled(retorno(factura()), { ...BACK, ventaTercero: TERCERO })],
  ['a return for a buyer', EVENTOS.retorno.schema,      EVENTOS.retorno.estructura,      () => filled(retorno(factura()), { ...BACK, compraTercero: COMPRADOR })],
  ['a contingency', EVENTOS.contingencia.schema, EVENTOS.contingencia.estructura, () => contingencia([factura()])],
]

for (const [what, schema, ours, make] of STRUCTURES) {
  test(`our structure of ${what} has the limits of the published one`, async (t) => {
    if (!hasReference(`the limits of ${what}`)) return
    const original = make()
    const folder = await makeFolder(t)
    const published: Schema = asMeant(JSON.parse(readReference(`schemas/${schema}`)))
    await writeFile(join(folder, schema), JSON.stringify(published))
    const theirs = await loadPublished(folder, schema)
    const differences: string[] = []
    let limits = 0
    for (const { path, value } of limitsOf(published, original)) {
      const text = JSON.stringify(set(original, path, value))
      const report = { problems: [], odd: [] }
      ours?.check(parseJson(text), '#', report)
      const [is, should] = [report.problems.length > 0, theirs(text, parseJson(text)).length > 0]
      limits += 1
      if (path === AS_WRITTEN && value === '') continue
      if (is !== should)
        differences.push(`${path}: ${JSON.stringify(value).slice(0, 60)}, refused: ${is}`)
    }
    assert.deepEqual(differences, [])
    assert.ok(limits > 50, `${limits} limits`)
  })
}
