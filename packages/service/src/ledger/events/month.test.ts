/** The return events of a month, for its books: each once, over several pages, and none of a neighbour. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, put } from '../../../test/neighbours.ts'
import { dataKeyOf, documentRow, eventRow, fillTwoCompanies } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom as random } from '../../base/clock.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { returnsOfMonth } from './month.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [EXAMPLE] = JSON.parse(
  readFileSync(
    new URL('../../../../fiscal/examples/eventos/retorno/01-cargo.evento.json', import.meta.url),
    'utf8',
  ),
)
const FAR = { company_id: idOf('dos') }

function row(name: string, fec_emi: string, given: Row = {}): Row {
  const { company_id: companyId = idOf('uno'), kind = 'retorno' } = given
  const codigoGeneracion = idOf(name).toUpperCase()
  const identificacion = { ...EXAMPLE.identificacion, codigoGeneracion }
  const payload = encryptPayload(
    {
      ...{ kind: kind as 'retorno', companyId: String(companyId), codigoGeneracion },
      payload: JSON.stringify({ ...EXAMPLE, identificacion }),
    },
    { dataKey: dataKeyOf('uno'), random },
  )
  return eventRow(name, 'doc', { fec_emi, payload, ...given })
}

const unsealed = (estado: string) => ({ estado, sello_recibido: null })
/** More than two pages of one day, written in another order. */
const MANY = Array.from({ length: 105 }, (_, n) => `m${String(n).padStart(3, '0')}`)

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await put(pool, 'documents', [documentRow('doc'), documentRow('doc', FAR)])
  await put(pool, 'events', [
    ...[row('last', '2026-08-31', { sello_recibido: 'L' }), row('first', '2026-08-01')],
    ...[row('before', '2026-07-31'), row('after', '2026-09-01'), row('far', '2026-08-02', FAR)],
    ...[
      row('live', '2026-08-02', { ambiente: '01' }),
      row('open', '2026-08-30', unsealed('firmado')),
    ],
    row('kind', '2026-08-02', { kind: 'invalidacion', totales: null }),
    ...['rechazado', 'abandonado'].map((estado) =>
      row(estado.slice(0, 4), '2026-08-02', unsealed(estado)),
    ),
    row('void', '2026-08-02', { estado: 'invalidado' }),
    ...MANY.toReversed().map((name) => row(name, '2026-08-10')),
  ])
})

test('every return event of a month is read once, in the order of its days', async () => {
  const of = { companyId: idOf('uno'), ambiente: '00', dataKey: dataKeyOf('uno') } as const
  const read = async (mes: string) => {
    const found: string[] = []
    for await (const { retorno, selloRecibido, estado } of returnsOfMonth(pool, of, mes)) {
      const name = namesIn(retorno.identificacion.codigoGeneracion.toLowerCase())
      found.push([name, selloRecibido ?? '-', estado].join(' '))
    }
    return found
  }
  assert.deepEqual(await read('2026-08'), [
    'first S sellado',
    ...MANY.map((name) => `${name} S sellado`),
    ...['open - sin_sello', 'last L sellado'],
  ])
  assert.deepEqual(await read('2026-07'), ['before S sellado'])
  assert.deepEqual(await read('2026-06'), [])
})
