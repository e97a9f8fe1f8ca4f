/** What a liquidation lists: what was sold for its principal, each once, and nothing of a neighbour's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, withRows } from '../../../test/neighbours.ts'
import {
  dataKeyOf,
  documentRow,
  eventRow,
  fillTwoCompanies,
  NITS,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { takeListed } from './liquidated.ts'
import { findLiquidaciones, findToLiquidate } from './tercero.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const OWNER = { companyId: UNO, ambiente: '00' } as const
const READER = { ...OWNER, nit: NITS.uno, dataKey: dataKeyOf('uno') }
const FAR = { company_id: DOS }
const LIVE = { ambiente: '01' }
const names = (codes: Iterable<string>) => [...codes].map((code) => namesIn(code.toLowerCase()))

before(() => fillTwoCompanies(pool, newSecrets()))

const bytesOf = (name: string, kind: 'documento' | 'retorno') =>
  encryptPayload(
    {
      ...{ kind, companyId: UNO, codigoGeneracion: idOf(name).toUpperCase() },
      payload: JSON.stringify({ name }),
    },
    { dataKey: dataKeyOf('uno'), random: systemRandom },
  )
/** Sealed, with bytes that can be opened. */
const whole = (name: string, given: Row = {}) =>
  documentRow(name, { estado: 'sellado', payload: bytesOf(name, 'documento'), ...given })
const on = (fec_emi: string) => ({ fec_emi })

const sold = (name: string, given: Row = {}) => whole(name, { tercero: 't', ...given })
const returned = (name: string, documento: string, given: Row = {}) =>
  eventRow(name, documento, { payload: bytesOf(name, 'retorno'), ...given })
const listed = (numero: string, liquidacion: string, given: Row = {}) => ({
  ...{ company_id: UNO, ambiente: '00', tipo_dte: '01', numero: idOf(numero).toUpperCase() },
  ...{ invalidado: false, liquidacion: idOf(liquidacion), ...given },
})
const voided = (name: string, documento: string, given: Row = {}) =>
  eventRow(name, documento, { kind: 'invalidacion', ...given })

test('a liquidation of a month lists what was sold for its principal and is in no living one', async () => {
  const isVoid = { estado: 'invalidado', ...on('2024-05-01') }
  const documents = [
    ...[documentRow('liq', { tipo_dte: '08' }), documentRow('liq', FAR)],
    ...[documentRow('dead', { tipo_dte: '08', estado: 'rechazado' }), documentRow('dead', FAR)],
    ...[sold('late', on('2026-08-31')), sold('early', on('2026-08-01'))],
    ...[sold('freed', on('2026-08-01')), sold('late', FAR)],
    ...['03', '05', '06', '11'].map((tipo_dte) =>
      sold(`of${tipo_dte}`, { tipo_dte, ...on('2026-08-15') }),
    ),
    ...[sold('before', on('2026-07-31')), sold('after', on('2026-09-01')), sold('in')],
    ...[sold('note', { tipo_dte: '04' }), sold('else', { tercero: 'u' }), sold('far', FAR)],
    ...[sold('live', LIVE), sold('own', { tercero: '' })],
    ...[sold('open', { estado: 'firmado', sello_recibido: null })],
    ...[
      sold('void', isVoid),
      sold('void2', isVoid),
      sold('vold', { ...isVoid, ...on('2024-04-30') }),
    ],
    ...[sold('vlate', isVoid), sold('vnew', isVoid), sold('vboth', isVoid)],
    ...[sold('vevent', isVoid), sold('vopen', isVoid), sold('vopen', { ...isVoid, ...FAR })],
    ...[sold('void3', { ...isVoid, ...on('2024-05-02') }), sold('vret', isVoid)],
  ]
  const events = [
    ...[returned('r3', 'late', on('2026-08-31')), returned('r2', 'late', on('2026-08-31'))],
    returned('r1', 'late', on('2026-08-01')),
    ...[returned('r-', 'late', on('2026-07-31')), returned('r+', 'late', on('2026-09-01'))],
    ...[returned('rin', 'late'), returned('relse', 'else'), returned('rlive', 'late', LIVE)],
    ...[returned('ropen', 'late', { estado: 'firmado', sello_recibido: null })],
    ...[
      returned('rfar', 'late', FAR),
      voided('v', 'void'),
      voided('v2', 'void2'),
      voided('vo', 'vold'),
    ],
    ...[voided('vl', 'vlate', on('2026-09-01')), voided('vn', 'vnew'), voided('vb', 'vboth')],
    ...[voided('ve', 'vevent', { evento: idOf('r1') })],
    ...[voided('vp', 'vopen', { estado: 'firmado', sello_recibido: null })],
    ...[voided('vp', 'vopen', FAR), voided('v3', 'void3')],
    returned('rv', 'vret', on('2026-07-01')),
  ]
  const liquidated_documents = [
    ...[listed('in', 'liq'), listed('freed', 'dead'), listed('rin', 'liq', { tipo_dte: '18' })],
    ...['void', 'void2', 'void3', 'vold', 'vlate', 'vboth', 'vevent', 'vopen', 'vret'].map((name) =>
      listed(name, 'liq'),
    ),
    ...[listed('vboth', 'liq', { invalidado: true })],
    ...[listed('early', 'liq', LIVE), listed('early', 'liq', { tipo_dte: '03' })],
    ...[listed('early', 'liq', { invalidado: true }), listed('early', 'liq', FAR)],
  ]
  await withRows(pool, { documents, events, liquidated_documents }, async () => {
    const asked = { tercero: 't', periodo: '2026-08' }
    const find = async (limit: number) => {
      const found = await findToLiquidate(pool, READER, { ...asked, limit })
      return found.map(({ tipoDte, codigoGeneracion, invalidado, payload }) => {
        assert.deepEqual(names([codigoGeneracion]), [JSON.parse(payload).name])
        return [tipoDte, JSON.parse(payload).name, invalidado]
      })
    }
    const all = [
      ...[
        ['01', 'early', false],
        ['01', 'freed', false],
        ...['03', '05', '06', '11'].map((tipo) => [tipo, `of${tipo}`, false]),
        ['01', 'late', false],
      ],
      ...[
        ['18', 'r1', false],
        ['18', 'r2', false],
        ['18', 'r3', false],
      ],
      ...[
        ['01', 'void', true],
        ['01', 'void2', true],
        ['01', 'void3', true],
      ],
    ]
    assert.deepEqual(await find(20), all)
    assert.deepEqual(await find(1), [all[0], all[7], all[10]])
  })
})

const asked = (name: string) => ({
  ...{ tipoDte: '01', numero: idOf(name).toUpperCase(), invalidado: false },
})
const take = (rows: readonly ReturnType<typeof asked>[]) =>
  transaction(pool, (tx) => takeListed(tx, { ...OWNER, liquidacion: idOf('liq') }, rows))

test('a row of a liquidation is another’s until that one no longer lives', async () => {
  const documents = [
    ...[documentRow('liq'), documentRow('dead', { estado: 'rechazado' })],
    ...[documentRow('liq', FAR), documentRow('dead', FAR)],
  ]
  const liquidated_documents = [
    ...[listed('doc', 'liq'), listed('freed', 'dead'), listed('live', 'liq', LIVE)],
    ...[listed('type', 'liq', { tipo_dte: '03' }), listed('void', 'liq', { invalidado: true })],
    listed('new', 'liq', FAR),
  ]
  await withRows(pool, { documents, liquidated_documents }, async () => {
    const all = ['doc', 'freed', 'live', 'type', 'void', 'new'].map((name) => asked(name))
    const living = [[`01 ${idOf('doc').toUpperCase()} false`, idOf('liq').toUpperCase()]]
    assert.deepEqual([...(await findLiquidaciones(pool, OWNER, all))], living)
    assert.deepEqual([...(await take(all.slice(0, 1)))], living)
    assert.deepEqual([...(await take(all.slice(1)))], [])
    const now = await findLiquidaciones(pool, OWNER, all)
    assert.deepEqual(names([...now.keys()].map((key) => key.split(' ')[1] ?? '')), [
      ...['doc', 'freed', 'live', 'type', 'void', 'new'],
    ])
    assert.deepEqual(new Set(names(now.values())), new Set(['liq']))
  })
})

test('what liquidations list is taken in one order, so that two of them wait and do not deadlock', async () => {
  const rows = { documents: [documentRow('liq')], liquidated_documents: [] }
  await withRows(pool, rows, async () => {
    await take(['c', 'a', 'd', 'b'].map(asked))
    const taken = await pool.many<{ numero: string }>(
      'select numero from liquidated_documents order by ctid',
    )
    assert.deepEqual(names(taken.map(({ numero }) => numero)), ['a', 'b', 'c', 'd'])
  })
})
