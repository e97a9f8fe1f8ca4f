/** Our tables against the catalogues that the ministry publishes, when a copy is available. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasReference, readReference } from '../../test/reference.ts'
import { ACTIVIDADES } from './actividades.ts'
import * as codigos from './codigos.ts'
import * as exportacion from './exportacion.ts'
import { wrongPlace } from './territorio.ts'
import { SECCION_1, SECCION_2, SECCION_3 } from './tributos.ts'

interface Row {
  readonly code: string
  readonly section?: number
  /** Of a district: its department. */
  readonly parent?: string
  readonly municipio?: string
}

const rows = (catalogue: string): readonly Row[] =>
  JSON.parse(readReference(`catalogs/CAT-${catalogue}.json`))

// biome-ignore format: a table
const TABLES: readonly (readonly [catalogue: string, ours: Iterable<string | number>])[] = [
  ['006', codigos.RETENCION_IVA.keys()],
  ['011', codigos.TIPO_ITEM],
  ['014', codigos.UNIDADES],
  ['016', codigos.CONDICION_OPERACION],
  ['017', codigos.FORMA_PAGO],
  ['018', codigos.PLAZO],
  ['019', ACTIVIDADES],
  ['020', exportacion.PAISES],
  ['022', codigos.DOCUMENTO_IDENTIDAD.keys()],
  ['027', exportacion.RECINTOS],
  ['028', exportacion.REGIMENES],
  ['029', exportacion.TIPO_PERSONA],
  ['030', exportacion.MODO_TRANSPORTE],
  ['031', exportacion.INCOTERMS],
  ['032', codigos.DOMICILIADO],
  ['033', exportacion.TIPO_REGIMEN],
]

test('each table has exactly the codes of its catalogue', () => {
  if (!hasReference('the catalogues')) return
  for (const [catalogue, ours] of TABLES) {
    const theirs = rows(catalogue).map(({ code }) => code)
    assert.deepEqual([...ours].map(String).sort(), theirs.sort(), `CAT-${catalogue}`)
  }
})

test('each tribute is of the section that the catalogue gives it', () => {
  if (!hasReference('the tributes')) return
  for (const [section, ours] of [SECCION_1, SECCION_2, SECCION_3].entries()) {
    const theirs = rows('015').filter((row) => row.section === section + 1)
    assert.deepEqual([...ours].sort(), theirs.map(({ code }) => code).sort())
  }
})

test('a district is in its municipality of its department, and in no other', () => {
  if (!hasReference('the districts')) return
  const districts = rows('008').map(({ code, parent = '', municipio = '' }) => {
    return { departamento: parent, municipio, distrito: code }
  })
  const known = new Set(districts.map((one) => Object.values(one).join(' ')))
  for (const one of districts) {
    assert.equal(wrongPlace(one), null, JSON.stringify(one))
    for (const { distrito } of districts) {
      const other = { ...one, distrito }
      const isKnown = known.has(Object.values(other).join(' '))
      assert.equal(wrongPlace(other), isKnown ? null : 'distrito', JSON.stringify(other))
    }
  }
  assert.equal(wrongPlace({ departamento: '06', municipio: '99', distrito: '14' }), 'municipio')
  assert.equal(wrongPlace({ departamento: '15', municipio: '23', distrito: '14' }), 'departamento')
})
