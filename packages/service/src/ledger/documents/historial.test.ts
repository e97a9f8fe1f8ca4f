/** A history comes back as it was, in the form of its row, whatever a reason says. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import type { Pool } from '../../base/db/pool.ts'
import { appendable, appendSql, historialOf, type Paso, storedHistorial } from './historial.ts'

const FIRMADO: Paso = { estado: 'firmado', fecha: '2026-10-05T16:15:30.007Z', motivo: null }
const REASONS = [null, 'MAL', 'dos  espacios, \\ "comillas"', 'una línea\ny otra', ' ', '']

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool({ max: 1 })
})
after(() => database.drop())

for (const motivo of REASONS) {
  test(`a step is appended in the form of its row, with the reason ${JSON.stringify(motivo)}`, async () => {
    const step: Paso = { estado: 'rechazado', fecha: '2026-10-05T16:15:31.120Z', motivo }
    for (const stored of [[FIRMADO], storedHistorial([FIRMADO])]) {
      const { historial } = await pool.one<{ historial: (string | Paso)[] }>(
        `select ${appendSql('$1::jsonb', '$2::jsonb')} as historial`,
        [JSON.stringify(stored), appendable(step.estado, new Date(step.fecha), motivo)],
      )
      assert.equal(typeof historial[1], typeof stored[0])
      assert.deepEqual(historialOf(historial), [FIRMADO, step])
      assert.deepEqual(historialOf(storedHistorial([FIRMADO, step])), [FIRMADO, step])
    }
  })
}

test('what is no history of ours is refused', () => {
  for (const other of ['firmado', ' firmado x', 'firmado x\ny'])
    assert.throws(() => historialOf([other]), /bug/, other)
})
