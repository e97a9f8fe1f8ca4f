/**
 * Rows of tables, written as they stand and without the service that would come to write them. A test of statements
 * needs rows that differ in one column from those it asks for: another company's under the same code, of the other
 * environment, in each state.
 */
import type { Db } from '../src/base/db/query.ts'

type Row = Readonly<Record<string, unknown>>

/** An id that a failing test shows as its number. */
export const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/** Those of one call have the same columns; the others get their default value. */
export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const names = Object.keys(rows[0] ?? {}).join(', ')
  await db.many(
    `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  )
}

/** When they are read, and hours before it. */
export const NOW = new Date('2026-11-10T12:00:00Z')
export const ago = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000)

const BYTES = '\\x00'

export const companyRow = (n: number): Row => ({
  ...{ company_id: idOf(n), nit: `0614010190${String(n).padStart(4, '0')}`, nrc: '1234567' },
  ...{ nombre: `Empresa ${n}`, cod_actividad: '01111', desc_actividad: 'Café' },
  ...{ departamento: '06', municipio: '20', distrito: '01', complemento: 'Calle' },
  ...{ telefono: '22000000', correo: 'a@example.com' },
  ...{ data_key: `\\x0${n % 10}`, created_at: '2026-01-01T00:00:00Z' },
})

const SIGNED = {
  ...{ key_id: 'k', version: 1, payload: BYTES, historial: [], totales: {} },
  ...{ fec_emi: '2026-11-10', hor_emi: '06:00:00', created_at: NOW },
} as const

const withoutSignature = (estado: unknown) => estado === 'reservado' || estado === 'liberado'
const withSeal = (estado: unknown) => estado === 'sellado' || estado === 'invalidado'

/** A document, of the columns that decide. Its number and its idempotency key follow from its code. */
export function documentRow(of: Row): Row {
  const { codigo_generacion: code, estado } = of
  return {
    ...SIGNED,
    ...{ ambiente: '00', tipo_dte: '01', year: 2026, idempotency_key: code },
    numero_control: `DTE-01-M001P001-${String(code).slice(-15)}`,
    signature: withoutSignature(estado) ? null : BYTES,
    sello_recibido: withSeal(estado) ? 'sello' : null,
    ...{ lease_until: null, vence_en: estado === 'reservado' ? SIGNED.created_at : null },
    ...{ outage_id: null, evento_contingencia: null, lote: null, attempts: 0 },
    ...{ position: Number(String(code).slice(-12)), observaciones: [] },
    ...of,
  }
}

/** An event, likewise. */
export function eventRow(of: Row): Row {
  const { codigo_generacion: code, kind, estado } = of
  return {
    ...SIGNED,
    ...{ ambiente: '00', tipo_dte: '01', idempotency_key: code, intencion: BYTES },
    ...{ signature: BYTES, totales: kind === 'retorno' || kind === 'operaciones' ? {} : null },
    sello_recibido: withSeal(estado) ? 'sello' : null,
    ...{ documento: null, evento: null, lease_until: null, retry_at: null, rechazo: null },
    ...{ fh_procesamiento: null, attempts: 0, sendings: 1, observaciones: [] },
    ...of,
  }
}

/** An outage of so many hours ago; null: it is open. */
export const outageRow = (id: string, ambiente: string, opened: number, closed: number | null) => ({
  ...{ outage_id: id, ambiente, opened_at: ago(opened), probe_at: ago(1) },
  closed_at: closed === null ? null : ago(closed),
})

export const accountRow = (companyId: string, ambiente: string, of: Row = {}): Row => ({
  ...{ company_id: companyId, ambiente, usuario: 'u', password: BYTES },
  ...{ refused_until: null, refused_why: null, ...of },
})
