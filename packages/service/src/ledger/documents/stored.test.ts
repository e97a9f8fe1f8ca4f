/** What is stored of a document, and who finds it again: its own company, in its own environment. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Fino, Monto } from '@sello/fiscal'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, watch, withRows } from '../../../test/neighbours.ts'
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
import { transaction } from '../../base/db/tx.ts'
import { decryptColumn } from '../../base/secrets/secrets.ts'
import { openAddress } from '../addresses/addresses.ts'
import { DICTIONARY_OF } from '../transmission/dictionaries.ts'
import { encryptPayload } from '../transmission/payload.ts'
import { findCorrectedAttempt, findDocument, findDocuments } from './find.ts'
import { insertNumerados, type NewNumerado, type Numerado, type Provenance } from './firmado.ts'
import { listWithDocumentos, PAGE_LENGTH_MAX } from './list.ts'
import { type Ajuste, insertAjustes, sumOfNotes } from './related.ts'
import { storedAmounts } from './totales.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const FAR = { company_id: DOS }
const LIVE = { ambiente: '01' }
const READER = { companyId: UNO, ambiente: '00', nit: NITS.uno, dataKey: dataKeyOf('uno') } as const

before(() => fillTwoCompanies(pool, newSecrets()))

const bytesOf = (name: string, payload: string, company: 'uno' | 'dos' = 'uno') =>
  encryptPayload(
    {
      ...({ kind: 'documento', companyId: idOf(company), codigoGeneracion: codeOf(name) } as const),
      payload,
    },
    { dataKey: dataKeyOf(company), random },
  )
const whole = (name: string, given: Row = {}) =>
  documentRow(name, { totales: '[0,0,0,0,0,0,0]', payload: bytesOf(name, `"${name}"`), ...given })

const TOTALES = {
  ...{ totalNoSuj: 1, totalExenta: 2, totalGravada: 3, totalDescu: 4, totalIva: 5 },
  ...{ montoTotalOperacion: 6, totalPagar: 7, totalLetras: 'SIETE 00/100 DOLARES' },
}

const numerado = (name: string, given: Partial<Numerado> = {}): Numerado => ({
  ...{ kind: 'documento', companyId: UNO, ambiente: '01', nit: NITS.uno, tipoDte: '03' },
  ...{ codigoGeneracion: codeOf(name), version: 4, signature: Buffer.from(name) },
  numeroControl: `DTE-03-M001P001-${name.padStart(15, '0')}`,
  payload: `{"${name}":{"totalLetras":"${TOTALES.totalLetras}"}}`,
  ...{ fecEmi: '2026-08-01', horEmi: '10:11:12', totales: TOTALES, ...given },
})
const provenance = (name: string, given: Partial<Provenance> = {}): Provenance => ({
  ...{ beginning: 'issue', keyId: `key ${name}`, idempotencyKey: name, year: 2025, now: at(2) },
  ...{
    receptorNombre: `Eva ${name}`,
    receptorDocumento: null,
    tercero: '',
    leaseUntil: at(HOUR_MS),
  },
  ...{ venceEn: null, referencia: null, sustituye: null, outageId: null, before: [] },
  ...{ addresses: [], ...given },
})
const REJECTED = { estado: 'rechazado', fecha: at(1).toISOString(), motivo: 'No' } as const

/** A signed one, a reservation, one of an outage, and corrections with addresses of their own and without. */
const NEW: readonly NewNumerado[] = [
  {
    numerado: numerado('1'),
    provenance: provenance('1', { referencia: 'r', sustituye: codeOf('old'), tercero: 't' }),
  },
  {
    numerado: numerado('2', { signature: null }),
    provenance: provenance('2', {
      ...{
        beginning: 'prepare',
        leaseUntil: null,
        venceEn: at(3),
        addresses: ['a@x.sv', 'b@x.sv'],
      },
      ...{ receptorNombre: null, receptorDocumento: '0614' },
    }),
  },
  {
    numerado: numerado('3'),
    provenance: provenance('3', { beginning: 'issue_deferred', outageId: idOf('out') }),
  },
  {
    numerado: numerado('4'),
    provenance: provenance('4', {
      before: [REJECTED],
      addresses: ['c@x.sv'],
      receptorNombre: null,
    }),
  },
  { numerado: numerado('5'), provenance: provenance('5', { before: [REJECTED] }) },
]
const ESTADOS = ['firmado', 'reservado', 'contingencia', 'firmado', 'firmado'] as const

const claim = (name: string, given: Row = {}) => ({
  ...{ company_id: UNO, key_id: `key ${name}`, room: 'issue', idempotency_key: name },
  ...{ body_hash: '', claimed_at: NOW, codigo_generacion: idOf('none'), ...given },
})

for (const isCluster of [false, true]) {
  for (const rowFormat of [0, 1] as const) {
    test(`documents are found as they were stored (format ${rowFormat}${isCluster ? ', on a cluster' : ''})`, async () => {
      const addressed = ['2', '4', '5'].map((name) => ({
        ...{ company_id: UNO, codigo_generacion: idOf(name), address: 'x' },
      }))
      const rows = {
        ministry_outages: [
          { outage_id: idOf('out'), ambiente: '01', opened_at: NOW, probe_at: NOW },
        ],
        ...{ documents: [], outbox: [] },
        claims: [...['1', '2', '3', '4', '5'].map((name) => claim(name)), claim('1', FAR)],
        delivery_addresses: [...addressed, ...addressed.map((row) => ({ ...row, ...FAR }))],
      }
      await withRows(pool, rows, async () => {
        const changesOf = await watch(pool, ['claims', 'outbox company_id ambiente tipo about at'])
        const storing = { dataKey: READER.dataKey, random, rowFormat }
        const inserts = insertNumerados(NEW, storing, { isCluster }).filter(({ sql }) =>
          sql.includes('insert into documents'),
        )
        assert.equal(inserts.length, isCluster ? NEW.length : 1)
        const insert = () =>
          transaction(pool, (tx) => tx.commitWith(...insertNumerados(NEW, storing, { isCluster })))
        assert.deepEqual(
          (await changesOf(insert)).map((line) => line.replace(/ \S+\+00:00$/, '')),
          [
            '+ outbox uno 01 dte.contingencia 3',
            ...['1', '2', '3', '4', '5'].map(
              (n) => `claims uno key ${n} issue ${n}: codigo_generacion`,
            ),
          ],
        )
        for (const [n, { numerado, provenance }] of NEW.entries()) {
          const found = await findDocument(
            pool,
            { ...READER, ...LIVE_READER },
            numerado.codigoGeneracion,
          )
          const { referencia, sustituye, receptorNombre, receptorDocumento } = provenance
          const receptor = { nombre: receptorNombre, numDocumento: receptorDocumento }
          const first = { estado: ESTADOS[n], fecha: at(2).toISOString(), motivo: null }
          assert.deepEqual(found, {
            ...{ ...numerado, estado: ESTADOS[n], referencia, sustituye, createdAt: at(2) },
            ...{ selloRecibido: null, fhProcesamiento: null, observaciones: [], rechazo: null },
            ...{ receptor: n === 3 ? null : receptor, dudoso: false },
            historial: [...provenance.before, first],
          })
        }
        assert.deepEqual(
          await pool.many(
            `select key_id, idempotency_key, year, tercero, lease_until, vence_en, outage_id, room
               from documents order by numero_control`,
          ),
          NEW.map(({ provenance: p }) => ({
            ...{ key_id: p.keyId, idempotency_key: p.idempotencyKey, year: 2025, room: 'issue' },
            ...{ tercero: p.tercero, lease_until: p.leaseUntil, vence_en: p.venceEn },
            outage_id: p.outageId,
          })),
        )
        const forms = await pool.many<{ code: string; forms: string; payload: Buffer }>(
          `select upper(codigo_generacion::text) as code, payload,
                  concat_ws(' ', json_typeof(totales), jsonb_typeof(historial -> 0)) as forms from documents`,
        )
        for (const { code, forms: is, payload } of forms) {
          const plain = decryptColumn(payload, READER.dataKey, `documents/${UNO}/${code}/payload`)
          const [first, second] = plain
          if (rowFormat === 0) assert.deepEqual([is, first === 0b111], ['object object', false])
          else assert.deepEqual([is, first, second], ['array string', 0b111, DICTIONARY_OF['03']])
        }
        assert.deepEqual(await addresses(), [
          ...['dos 2 x true', 'dos 4 x true', 'dos 5 x true'],
          ...['uno 2 a@x.sv true', 'uno 2 b@x.sv true', 'uno 2 x true'],
          ...['uno 4 c@x.sv true', 'uno 4 x false', 'uno 5 x true'],
        ])
      })
    })
  }
}

const LIVE_READER = { ambiente: '01' } as const

/** Of each document, and whether it is told. */
async function addresses(): Promise<readonly string[]> {
  const rows = await pool.many<{
    company_id: string
    code: string
    address: Buffer
    told: boolean
  }>('select company_id, codigo_generacion as code, address, told from delivery_addresses')
  const lines = rows.map(({ company_id: companyId, code, address, told }) => {
    const isPlain = address.toString() === 'x'
    const which = { companyId, codigoGeneracion: code }
    const text = isPlain ? 'x' : openAddress(which, address, READER.dataKey)
    return `${namesIn(companyId)} ${namesIn(code)} ${text} ${told}`
  })
  return lines.toSorted()
}

test('a document is found in its company and environment, and several of any environment', async () => {
  const documents = [
    ...[whole('doc'), whole('live', LIVE), whole('other')],
    ...[whole('doc', FAR), whole('far', FAR)],
  ]
  await withRows(pool, { documents }, async () => {
    const find = async (name: string, ambiente: '00' | '01' = '00') =>
      (await findDocument(pool, { ...READER, ambiente }, idOf(name)))?.payload ?? null
    assert.deepEqual(
      [await find('doc'), await find('live'), await find('live', '01'), await find('far')],
      ['"doc"', null, '"live"', null],
    )
    const found = await findDocuments(pool, READER, ['doc', 'live', 'far', 'none'].map(idOf))
    assert.deepEqual([...found].map(([code, open]) => [namesIn(code), open().payload]).toSorted(), [
      ['doc', '"doc"'],
      ['live', '"live"'],
    ])
  })
})

test('of a corrected code the attempt of a claim is the first that was signed since', async () => {
  const attempt = (ms: number, given: Row = {}) => {
    const {
      estado: _,
      year: __,
      sello_recibido: ___,
      referencia: ____,
      vence_en: v,
      ...row
    } = whole('doc')
    return {
      ...{ ...row, rechazo: `{"descripcionMsg":"${ms}"}`, corrected_at: at(9), created_at: at(ms) },
      ...given,
    }
  }
  const rejected_documents = [
    ...[attempt(6), attempt(2), attempt(4), attempt(3, LIVE), attempt(3, FAR)],
    attempt(5, { codigo_generacion: idOf('other') }),
  ]
  await withRows(pool, { rejected_documents }, async () => {
    const find = (ms: number) => findCorrectedAttempt(pool, READER, idOf('doc'), at(ms))
    const said = async (ms: number) => (await find(ms))?.rechazo?.descripcionMsg ?? null
    assert.deepEqual(await Promise.all([1, 2, 3, 4, 5, 6, 7].map(said)), [
      '2',
      '2',
      '4',
      '4',
      '6',
      '6',
      null,
    ])
    const { numeroControl: _, ...found } = (await find(1)) ?? assert.fail()
    assert.deepEqual(found, {
      ...{ kind: 'documento', companyId: UNO, nit: NITS.uno, codigoGeneracion: codeOf('doc') },
      ...{ ambiente: '00', tipoDte: '01', version: 2, fecEmi: '2026-08-03', horEmi: '09:00:00' },
      ...{ estado: 'rechazado', selloRecibido: null, fhProcesamiento: null, observaciones: [] },
      ...{ rechazo: { descripcionMsg: '2' }, receptor: null, referencia: null, dudoso: false },
      ...{ sustituye: null, createdAt: at(2), payload: '"doc"', signature: Buffer.from('x') },
      historial: [{ estado: 'firmado', fecha: NOW.toISOString(), motivo: null }],
      totales: {
        ...{ totalNoSuj: 0, totalExenta: 0, totalGravada: 0, totalDescu: 0, totalIva: 0 },
        ...{ montoTotalOperacion: 0, totalPagar: 0, totalLetras: null },
      },
    })
  })
})

test('a page with documents ends before their texts exceed its length, and has one at least', async () => {
  const half = PAGE_LENGTH_MAX / 2
  const sized = (name: string, length: number) =>
    whole(name, { payload: bytesOf(name, name.padEnd(length)), ...SEALED, totales: AMOUNTS })
  const documents = [
    ...[sized('e', 10), sized('d', PAGE_LENGTH_MAX + 1), sized('c', 1), sized('b', half)],
    sized('a', half),
  ]
  await withRows(pool, { documents }, async () => {
    const filters = { desde: null, hasta: null, estado: null, tipoDte: null, referencia: null }
    const query = { ...READER, filters, tiposDte: ['01'] as const, limit: 5 }
    const pages: string[] = []
    let after: Parameters<typeof listWithDocumentos>[1]['after'] = null
    do {
      const page = await listWithDocumentos(pool, { ...query, after })
      pages.push(page.rows.map(({ payload }) => payload.trimEnd()).join(' '))
      const { totales, estado } = page.rows[0]?.row ?? assert.fail()
      assert.deepEqual(totales, { totalGravada: 3, totalIva: 5, totalPagar: 7 })
      assert.equal(estado, 'sellado')
      after = page.last
    } while (after !== null)
    assert.deepEqual(pages, ['a b', 'c', 'd', 'e'])
  })
})
const SEALED = { estado: 'sellado', sello_recibido: 'S' }
const AMOUNTS = JSON.stringify(storedAmounts(TOTALES))

test('what a note takes of each document is summed as it was recorded, to the last decimal', async () => {
  const documents = ['doc', 'other', 'note', 'note2'].map((name) => documentRow(name))
  const ajuste = (origen: string, n: bigint): Ajuste => ({
    origen: codeOf(origen),
    acreditado: {
      ventas: { noSujetas: n as Monto, exentas: (2n * n) as Monto, gravadas: (3n * n) as Monto },
      gravados: {
        '20': { valor: n as Fino, exceso: (10n ** 10n * n) as Fino },
        D1: { valor: 0n as Fino, exceso: (5n * n) as Fino },
      },
    },
  })
  await withRows(pool, { documents, related_documents: [] }, async () => {
    await transaction(pool, async (tx) => {
      const both = [ajuste('doc', 7n), ajuste('other', 123_456_789_012n)]
      await insertAjustes(tx, { companyId: UNO, nota: codeOf('note') }, both)
      await insertAjustes(tx, { companyId: UNO, nota: codeOf('note2') }, [ajuste('doc', 4n)])
    })
    const sums = await sumOfNotes(pool, UNO, [codeOf('doc'), codeOf('other')])
    const expected = [ajuste('doc', 11n), ajuste('other', 123_456_789_012n)]
    assert.deepEqual(sums, new Map(expected.map(({ origen, acreditado }) => [origen, acreditado])))
  })
})
