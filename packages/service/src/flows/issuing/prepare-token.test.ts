/** The token of a preparation: what it is made of, so that one given before an upgrade signs after it, and its end. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { systemRandom } from '../../base/clock.ts'
import { dataKeyId, encryptColumn } from '../../base/secrets/secrets.ts'
import type { Numerado } from '../../ledger/documents/firmado.ts'
import type { Ctx } from '../context.ts'
import { assertPrepareToken, printPrepareToken } from './prepare-token.ts'

const COMPANY = '00000000-0000-4000-8000-000000000001'
const CODIGO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'
const VENCE_EN = '2026-11-20T16:15:00.000Z'
const masterKey = Buffer.alloc(32, 1)
const DATA_KEY = encryptColumn(Buffer.alloc(32, 7), masterKey, dataKeyId(COMPANY), systemRandom)

const at = (now: Date) =>
  ({
    now,
    secrets: { masterKey, olderMasterKeys: [] },
    key: { keyId: 'AbCdEfGhIj-_', companyId: COMPANY, dataKey: DATA_KEY, emisor: { nit: 'x' } },
  }) as unknown as Ctx

const NOW = at(new Date('2026-11-20T16:00:00.000Z'))
const documento = { identificacion: { codigoGeneracion: CODIGO }, resumen: { totalPagar: 11.3 } }
const numerado = { codigoGeneracion: CODIGO, payload: JSON.stringify(documento) } as Numerado
const TOKEN = [
  ...['AbCdEfGhIj-_', CODIGO, '1795191300000'],
  ...['bL1R26NkKEH-OiWzcE3B2IMgLPWggwsM2OpXrGkc7Eo', 'SwKTVghm4_Hv4Hbw_TJZffurqtEM2MP9Yt2a9E0G3Ok'],
].join('.')

test('a token names its key, its document and its end, under the hash of the one and the MAC of the company', () => {
  assert.equal(printPrepareToken(NOW, numerado, VENCE_EN), TOKEN)
})

test('it signs its document until just before its end', () => {
  const signed = (now: Date) => {
    try {
      return assertPrepareToken(at(now), { prepareToken: TOKEN, documento })
    } catch (error) {
      assert.ok(error instanceof Refused)
      return error.details
    }
  }
  const end = new Date(VENCE_EN).getTime()
  assert.equal(signed(new Date(end - 1)), CODIGO)
  assert.deepEqual(signed(new Date(end)), { motivo: 'vencido', codigoGeneracion: CODIGO })
})
