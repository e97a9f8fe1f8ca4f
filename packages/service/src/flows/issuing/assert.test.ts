/** What is refused for one comparison, word by word, at the last value that passes and the first that does not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Refused, TIPOS_DTE } from '@sello/contract'
import { buildDocumento, type Documento, serialise, tipoOf } from '@sello/fiscal'
import { EMPRESA, SALE } from '../../../test/world.ts'
import { DAY_MS } from '../../base/time/durations.ts'
import type { Admitted } from '../../ledger/keys/admit.ts'
import type { Outage } from '../../ledger/outages/outages.ts'
import type { Ctx } from '../context.ts'
import {
  assertAmountLimit,
  assertDeferrable,
  assertFitsSign,
  assertStorageDestination,
} from './assert.ts'
import type { Draft } from './draft.ts'

const NOW = new Date('2026-11-20T16:00:00Z')

/** What it is refused with; null: it is not. */
function refusalOf(attempt: () => void) {
  try {
    attempt()
    return null
  } catch (error) {
    const { code, message, details } = error as Refused
    return { code, message, details }
  }
}

test('a destination counts for 30 days after it was verified', () => {
  const verified = (storageVerifiedAt: Date | null) =>
    refusalOf(() => assertStorageDestination({ now: NOW, key: { storageVerifiedAt } } as Ctx))
  const ago = (ms: number) => new Date(NOW.getTime() - ms)
  const refused = {
    code: 'no_storage_destination',
    message:
      'La empresa no tiene un destino de almacenamiento verificado en los últimos 30 días. Conecte o verifique uno antes de emitir; esta petición no gastó número.',
    details: {},
  }
  assert.equal(verified(ago(30 * DAY_MS - 1)), null)
  assert.deepEqual(verified(ago(30 * DAY_MS)), refused)
  assert.deepEqual(verified(null), refused)
})

test('during an outage a type is deferred, or refused by its name where it may not be', () => {
  const outage = {} as Outage
  for (const tipoDte of TIPOS_DTE) {
    const { contingencia, nombre } = tipoOf(tipoDte)
    const request = { tipoDte, items: [] }
    assert.equal(
      refusalOf(() => assertDeferrable(request, null)),
      null,
    )
    assert.deepEqual(
      refusalOf(() => assertDeferrable(request, outage)),
      contingencia
        ? null
        : {
            code: 'service_unavailable',
            message: `Hacienda no responde, y este tipo (${tipoDte}, ${nombre}) no se emite en contingencia; no se gastó número. Repita la llamada con la misma Idempotency-Key cuando responda.`,
            details: {},
          },
    )
  }
})

test('the larger of what is sold and what is paid counts against the key, at the field it comes from', () => {
  const limited = (tipoDte: string, sold: bigint, paid: bigint) =>
    refusalOf(() =>
      assertAmountLimit(
        { amountMax: '11.3' } as Admitted,
        { tipoDte, totales: { montoTotalOperacion: sold, totalPagar: paid } } as Draft,
      ),
    )
  const [most, more] = [11_30000000n, 11_31000000n]
  const refused = (field: string) => ({
    code: 'amount_limit',
    message:
      'El documento suma 11.31 y esta llave emite hasta 11.3. Use una llave con un máximo mayor; no se gastó número.',
    details: { field, window: 'documento', maximo: 11.3, monto: 11.31 },
  })
  assert.equal(limited('01', most, most), null)
  assert.deepEqual(limited('01', more, most), refused('items'))
  assert.deepEqual(limited('01', most, more), refused('items'))
  assert.deepEqual(
    TIPOS_DTE.map((tipoDte) => [tipoDte, limited(tipoDte, more, 0n)]),
    TIPOS_DTE.map((tipoDte) => [tipoDte, refused(LINES[tipoDte] ?? 'items')]),
  )
})

/** Of types without items. */
const LINES: Partial<Record<string, string>> = {
  '07': 'retencion',
  '08': 'liquidacion',
  '09': 'liquidacionContable',
}

test('a document is prepared if the body that signs it has 1 KB besides', () => {
  const { documento } = buildDocumento({
    ...{ request: SALE, emisor: { ...EMPRESA, codEstable: 'M001', codPuntoVenta: 'P001' } },
    ...{ ambiente: '00', fecEmi: '2026-11-20', horEmi: '10:00:00' },
    codigoGeneracion: '00000000-0000-4000-8000-000000000000',
    numeroControl: 'DTE-01-M001P001-000000000000001',
  } as unknown as Parameters<typeof buildDocumento>[0])
  const named = (nombre: string) =>
    ({ ...documento, emisor: { ...(documento as Factura).emisor, nombre } }) as Documento
  const empty = Buffer.byteLength(serialise(named('')))
  const fits = (bytes: number) =>
    refusalOf(() =>
      assertFitsSign({ tipoDte: '01', documento: named('x'.repeat(bytes - empty)) } as Draft),
    )
  const most = 1024 * 1024 - 1024
  assert.equal(fits(most), null)
  const message = `El documento ocupa ${most + 1} bytes y la petición de sign lleva hasta 1 MB. Emítalo en un paso con POST /v1/dte, o pártalo.`
  assert.deepEqual(fits(most + 1), {
    code: 'validation_failed',
    message: `${message} No se gastó número.`,
    details: {
      issues: [{ field: 'items', documento: 'cuerpoDocumento', rule: 'maxBytes', message }],
    },
  })
})

type Factura = Documento & { readonly emisor: object }
