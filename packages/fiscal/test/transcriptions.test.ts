/**
 * The catalogues against the simulator's, which shares no line with ours: both were written from what the ministry
 * publishes, which is not in the repository.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ACTIVIDADES,
  codigos,
  exportacion,
  SECCION_1,
  SECCION_2,
  SECCION_3,
  wrongPlace,
} from '../../mh-simulator/test/catalogues.ts'
import * as catalogos from '../src/catalogos/index.ts'

// biome-ignore format: a table
const TABLES: readonly (readonly [catalogue: string, ours: object, theirs: Iterable<string | number>])[] = [
  ['006', catalogos.RETENCIONES_IVA,            codigos.RETENCION_IVA.keys()],
  ['007', catalogos.TIPOS_GENERACION,           codigos.TIPO_GENERACION],
  ['009', catalogos.TIPOS_ESTABLECIMIENTO,      codigos.TIPO_ESTABLECIMIENTO],
  ['011', catalogos.TIPOS_ITEM,                 codigos.TIPO_ITEM],
  ['014', catalogos.UNIDADES_MEDIDA,            codigos.UNIDADES],
  ['016', catalogos.CONDICIONES_OPERACION,      codigos.CONDICION_OPERACION],
  ['017', catalogos.FORMAS_PAGO,                codigos.FORMA_PAGO],
  ['018', catalogos.PLAZOS,                     codigos.PLAZO],
  ['019', catalogos.ACTIVIDADES,                ACTIVIDADES],
  ['020', catalogos.PAISES,                     exportacion.PAISES],
  ['022', catalogos.DOCUMENTOS_IDENTIFICACION,  codigos.DOCUMENTO_IDENTIDAD.keys()],
  ['025', catalogos.BIENES_REMITIDOS,           codigos.TITULO_BIENES],
  ['026', catalogos.TIPOS_DONACION,             codigos.TIPO_DONACION],
  ['027', catalogos.RECINTOS_FISCALES,          exportacion.RECINTOS],
  ['028', catalogos.REGIMENES,                  exportacion.REGIMENES],
  ['029', catalogos.TIPOS_PERSONA,              exportacion.TIPO_PERSONA],
  ['030', catalogos.MODOS_TRANSPORTE,           exportacion.MODO_TRANSPORTE],
  ['031', catalogos.INCOTERMS,                  exportacion.INCOTERMS],
  ['032', catalogos.DOMICILIOS_FISCALES,        codigos.DOMICILIADO],
  ['033', catalogos.TIPOS_REGIMEN,              exportacion.TIPO_REGIMEN],
]

for (const [catalogue, ours, theirs] of TABLES) {
  test(`CAT-${catalogue} has the same codes in both transcriptions`, () => {
    assert.deepEqual(Object.keys(ours).sort(), [...theirs].map(String).sort())
  })
}

test('CAT-015 has the same tributes in the same sections', () => {
  const inSection = (section: 1 | 2 | 3) =>
    Object.entries(catalogos.TRIBUTOS)
      .filter(([, { secciones }]) => (secciones as readonly number[]).includes(section))
      .map(([codigo]) => codigo)
  for (const [at, theirs] of [SECCION_1, SECCION_2, SECCION_3].entries()) {
    assert.deepEqual(inSection((at + 1) as 1 | 2 | 3).sort(), [...theirs].sort(), `${at + 1}`)
  }
})

test('CAT-008 has each district under the same municipality, in both transcriptions', () => {
  const numbers = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0'))
  for (const departamento of Object.keys(catalogos.DEPARTAMENTOS)) {
    for (const municipio of numbers) {
      for (const distrito of numbers) {
        const isOurs = catalogos.findDistrito(departamento, municipio, distrito) !== null
        const isTheirs = wrongPlace({ departamento, municipio, distrito }) === null
        assert.equal(isOurs, isTheirs, `${departamento} ${municipio} ${distrito}`)
      }
    }
  }
})
