/**
 * Compares each table with the ministry's published catalogue, if the reference folder is present: the same codes
 * with the same parents, and the same names where documents contain them.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as catalogos from './index.ts'

const FOLDER = fileURLToPath(new URL('../../../../../shared/reference/catalogs/', import.meta.url))
const missing = existsSync(FOLDER) ? false : `no reference folder at ../shared/reference/catalogs`
if (missing) console.log(`NOTICE: catalogues are not compared with the published ones: ${missing}`)

interface Published {
  readonly code: string
  readonly value: string
  readonly parent?: string
  readonly municipio?: string
  readonly section?: number
}

function published(number: string): Published[] {
  return JSON.parse(readFileSync(`${FOLDER}CAT-${number}.json`, 'utf8')) as Published[]
}

const BY_CODE = {
  '001': catalogos.AMBIENTES,
  '002': catalogos.DOCUMENTOS_TRIBUTARIOS,
  '003': catalogos.MODELOS_FACTURACION,
  '004': catalogos.TIPOS_TRANSMISION,
  '005': catalogos.TIPOS_CONTINGENCIA,
  '006': catalogos.RETENCIONES_IVA,
  '007': catalogos.TIPOS_GENERACION,
  '009': catalogos.TIPOS_ESTABLECIMIENTO,
  '010': catalogos.TIPOS_SERVICIO_MEDICO,
  '011': catalogos.TIPOS_ITEM,
  '012': catalogos.DEPARTAMENTOS,
  '014': catalogos.UNIDADES_MEDIDA,
  '016': catalogos.CONDICIONES_OPERACION,
  '017': catalogos.FORMAS_PAGO,
  '018': catalogos.PLAZOS,
  '019': catalogos.ACTIVIDADES,
  '020': catalogos.PAISES,
  '021': catalogos.OTROS_DOCUMENTOS,
  '022': catalogos.DOCUMENTOS_IDENTIFICACION,
  '024': catalogos.TIPOS_ANULACION,
  '025': catalogos.BIENES_REMITIDOS,
  '026': catalogos.TIPOS_DONACION,
  '027': catalogos.RECINTOS_FISCALES,
  '028': catalogos.REGIMENES,
  '029': catalogos.TIPOS_PERSONA,
  '030': catalogos.MODOS_TRANSPORTE,
  '031': catalogos.INCOTERMS,
  '032': catalogos.DOMICILIOS_FISCALES,
  '033': catalogos.TIPOS_REGIMEN,
} as const satisfies Record<string, catalogos.Catalogo<{ readonly nombre: string }>>

for (const [number, table] of Object.entries(BY_CODE)) {
  test(`CAT-${number} has the published codes, each with a name`, { skip: missing }, () => {
    const codes = published(number).map((row) => row.code)
    assert.deepEqual(Object.keys(table).sort(), codes.sort())
    for (const row of Object.values(table)) assert.match(row.nombre, /^\S.*\S$/)
  })
}

/** Catalogues whose names documents contain, which the ministry may compare. */
const NAMES_IN_DOCUMENTS = {
  '015': catalogos.TRIBUTOS,
  '019': catalogos.ACTIVIDADES,
  '020': catalogos.PAISES,
  '031': catalogos.INCOTERMS,
} as const satisfies Record<string, catalogos.Catalogo<{ readonly nombre: string }>>

for (const [number, table] of Object.entries(NAMES_IN_DOCUMENTS)) {
  test(`CAT-${number} has the published names to the letter`, { skip: missing }, () => {
    const ours = Object.entries(table).map(([code, row]) => [code, row.nombre])
    const theirs = published(number).map((row) => [row.code, row.value])
    assert.deepEqual(Object.fromEntries(ours), Object.fromEntries(theirs))
  })
}

test('CAT-015 has every published code in its sections', { skip: missing }, () => {
  const ours = Object.entries(catalogos.TRIBUTOS).flatMap(([code, row]) =>
    row.secciones.map((seccion) => `${seccion} ${code}`),
  )
  const theirs = published('015').map((row) => `${row.section} ${row.code}`)
  assert.deepEqual(ours.sort(), theirs.sort())
})

test('CAT-013 has the published municipalities in their departments', { skip: missing }, () => {
  const ours = Object.entries(catalogos.MUNICIPIOS).flatMap(([departamento, rows]) =>
    Object.keys(rows).map((municipio) => `${departamento} ${municipio}`),
  )
  const theirs = published('013').map((row) => `${row.parent} ${row.code}`)
  assert.deepEqual(ours.sort(), theirs.sort())
})

test('CAT-008 has the published districts in their municipalities', { skip: missing }, () => {
  const ours = Object.entries(catalogos.DISTRITOS).flatMap(([departamento, rows]) =>
    Object.entries(rows).map(([distrito, row]) => `${departamento} ${row.municipio} ${distrito}`),
  )
  const theirs = published('008').map((row) => `${row.parent} ${row.municipio} ${row.code}`)
  assert.deepEqual(ours.sort(), theirs.sort())
})
