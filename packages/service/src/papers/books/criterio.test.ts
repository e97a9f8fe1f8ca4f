/** What an accountant declares in the parameters of a file: taken, or refused with the parameter and what to write. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Dichos, readCriterio } from './criterio.ts'

const said = (dichos: Partial<Dichos>): Dichos => ({
  ...{ operacion: null, ingreso: null, clasificacion: null, sector: null, tipo: null },
  ...dichos,
})
const COSTO = { operacion: 1, clasificacion: 1, sector: 2, tipo: 4 }

test('an income and a cost are taken by the files that declare them, and a book declares nothing', () => {
  const ingreso = { operacion: 13, ingreso: 12 }
  for (const archivo of ['anexo1', 'anexo2'] as const) {
    assert.deepEqual(readCriterio(archivo, said(ingreso)), { criterio: { ingreso, costo: null } })
  }
  assert.deepEqual(readCriterio('anexo5', said(COSTO)), {
    criterio: { ingreso: null, costo: COSTO },
  })
  for (const archivo of ['contribuyentes', 'anexo9'] as const) {
    assert.deepEqual(readCriterio(archivo, said({})), { criterio: { ingreso: null, costo: null } })
  }
})

const INGRESOS = 'es uno de: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13.'
const OPERACIONES = 'es uno de: 1, 2, 3, 4, 12, 13.'
const DOS =
  'falta: los anexos 1 y 2 dicen la operación y el tipo de ingreso, que decide su contador.'
const CUATRO =
  'falta: el anexo 5 dice operación, clasificación, sector y tipo de costo, que decide su contador.'
const JUNTOS =
  'no van juntos: operación 1 a 4; clasificación 1 (costo) con tipo 4 o 5 (6 y 7 solo en el sector 1), o 2 (gasto) con tipo 1 a 3; sector 1 a 4; o los cuatro 8, o los cuatro 9.'

// biome-ignore format: a table
const REFUSED = [
  ['anexo1', { operacion: 5, ingreso: 3 }, [['operacion', OPERACIONES]]],
  ['anexo1', { operacion: 1, ingreso: 11 }, [['ingreso', INGRESOS]]],
  ['anexo2', { operacion: 0, ingreso: 0 }, [['operacion', OPERACIONES], ['ingreso', INGRESOS]]],
  ['anexo2', { operacion: 1 }, [['ingreso', DOS]]],
  ['anexo5', { operacion: 1, sector: 2 }, [['clasificacion', CUATRO], ['tipo', CUATRO]]],
  ['anexo5', { ...COSTO, tipo: 6 }, [['operacion', JUNTOS]]],
  ['anexo5', { ...COSTO, ingreso: 3 }, [['ingreso', 'no va con anexo5; quítelo.']]],
  ['anexo9', { operacion: 1 }, [['operacion', 'no va con anexo9; quítelo.']]],
  ['contribuyentes', { ingreso: 1 }, [['ingreso', 'no va con contribuyentes; quítelo.']]],
] as const

for (const [archivo, dichos, wanted] of REFUSED) {
  test(`${archivo} refuses ${JSON.stringify(dichos)}, and says what to write`, () => {
    const read = readCriterio(archivo, said(dichos))
    assert.ok('problems' in read, JSON.stringify(read))
    assert.deepEqual(
      read.problems,
      wanted.map(([field, message]) => ({ field, message })),
    )
  })
}
