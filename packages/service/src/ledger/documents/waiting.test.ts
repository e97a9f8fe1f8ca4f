/** What becomes of a document that was taken, by its state; and what the calls about one answer. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ESTADOS } from '@sello/contract'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, withRows } from '../../../test/neighbours.ts'
import {
  at,
  codeOf,
  dataKeyOf,
  documentRow,
  fillTwoCompanies,
  HOUR_MS,
  NITS,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { type Db, transaction } from '../../base/db/tx.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { findCodes } from './codes.ts'
import { findSubstitute } from './doubtful.ts'
import { burnReservados, releaseReservados, signReservado } from './reservado.ts'
import { waitingDocuments } from './waiting.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
before(() => fillTwoCompanies(pool, newSecrets()))

const UNO = idOf('uno')
const dataKey = dataKeyOf('uno')
const payload = encryptPayload(
  {
    ...{ kind: 'documento', companyId: UNO, codigoGeneracion: codeOf('doc') },
    payload: '"signed"',
  },
  { dataKey, random },
)
/** Decided between two other instants. */
const historial = JSON.stringify([0, 1, 2].map((n) => `rechazado ${at(n * HOUR_MS).toISOString()}`))
const TAKEN = {
  ...{ company_id: UNO, codigo_generacion: idOf('doc'), nit: NITS.uno, attempts: 1 },
  ...({ ambiente: '00', created_at: NOW, data_key: dataKey } as const),
}

test('of what was taken the job sends what waits, asks about a rejection in doubt, and leaves the others', async () => {
  const waits = ['firmado', 'contingencia']
  for (const estado of ESTADOS.filter((one) => one !== 'reservado' && one !== 'liberado')) {
    for (const dudoso of [false, true]) {
      const row = documentRow('doc', { estado, dudoso, payload, historial })
      await withRows(pool, { documents: [row] }, async () => {
        const found = await waitingDocuments.open(pool, TAKEN, dataKey)
        const isAsked = estado === 'rechazado' && dudoso
        const what = `${estado} ${dudoso}`
        assert.equal(
          found?.payload ?? null,
          waits.includes(estado) || isAsked ? '"signed"' : null,
          what,
        )
        assert.deepEqual(found?.doubtfulSince, isAsked ? at(2 * HOUR_MS) : undefined, what)
      })
    }
  }
})

test('what was issued in the place of an attempt is found in each state that it was issued in', async () => {
  for (const estado of ESTADOS) {
    const row = documentRow('doc', { estado, sustituye: idOf('x') })
    await withRows(pool, { documents: [row] }, async () => {
      const found = await findSubstitute(pool, UNO, idOf('x'))
      const isNone = estado === 'liberado' || estado === 'descartado'
      assert.equal(found, isNone ? null : codeOf('doc'), estado)
    })
  }
})

const SIGNING = {
  ...{ companyId: UNO, codigoGeneracion: idOf('doc'), keyId: 'k1', idempotencyKey: 'sign' },
  ...{ bodyHash: Buffer.alloc(0), signature: Buffer.from('x'), now: NOW, leaseUntil: NOW },
}

test('who signs a reservation is told whether its claim and its document were free', async () => {
  const claim = {
    ...{ company_id: UNO, key_id: 'k1', room: 'sign', idempotency_key: 'sign' },
    ...{ body_hash: '', claimed_at: NOW, codigo_generacion: idOf('other'), outcome: null },
  }
  // biome-ignore format: a table
  const cases: readonly (readonly [estado: string, claims: readonly object[], claimed: boolean, moved: boolean])[] = [
    ['reservado', [],      true,  true],
    ['firmado',   [],      true,  false],
    ['reservado', [claim], false, false],
  ]
  for (const [estado, claims, claimed, moved] of cases) {
    const rows = { claims: claims as (typeof claim)[], documents: [documentRow('doc', { estado })] }
    await withRows(pool, rows, async () => {
      const signed = await transaction(pool, (tx) => signReservado(tx, SIGNING))
      assert.deepEqual(signed, { claimed, moved })
      const row = await pool.one('select estado from documents')
      assert.deepEqual(row, { estado: moved ? 'firmado' : estado })
    })
  }
})

test('who ends reservations is told which were any', async () => {
  const codes = ['doc', 'signed'].map(idOf)
  for (const estado of ['reservado', 'firmado']) {
    const rows = { documents: [documentRow('doc', { estado }), documentRow('signed')] }
    const numbers = rows.documents.slice(0, 1).map((row) => row.numero_control)
    const isAny = estado === 'reservado'
    await withRows(pool, rows, async () => {
      const released = await transaction(pool, (tx) => releaseReservados(tx, UNO, codes, NOW))
      assert.deepEqual(released, isAny ? numbers : [])
    })
    await withRows(pool, rows, async () => {
      const isBurnt = await transaction(pool, (tx) => burnReservados(tx, UNO, codes, NOW))
      assert.equal(isBurnt, isAny)
    })
  }
})

test('a sale whose number nobody had asks for no codes', async () => {
  const away = { many: () => assert.fail('a query') } as unknown as Db
  assert.deepEqual(await findCodes(away, UNO, []), new Set())
  await withRows(pool, { documents: [documentRow('doc')] }, async () => {
    const found = await findCodes(pool, UNO, [idOf('doc')])
    assert.deepEqual(
      [...found].map((code) => namesIn(code.toLowerCase())),
      ['doc'],
    )
  })
})
