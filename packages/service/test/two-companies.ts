/** Two companies in two environments, and two people who work in both: a row for each combination. */

import { systemRandom } from '../src/base/clock.ts'
import type { Pool } from '../src/base/db/pool.ts'
import { dataKeyId, encryptColumn, type Secrets } from '../src/base/secrets/secrets.ts'
import { combined, idOf, put } from './neighbours.ts'

export const NOW = new Date('2026-08-03T15:00:00Z')
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
/** That instant by the clock of the tests. */
export const at = (ms: number): Date => new Date(NOW.getTime() + ms)

export const COMPANIES = ['uno', 'dos'] as const
export const PEOPLE = ['ana', 'bea'] as const
export const AMBIENTES = ['00', '01'] as const
export const NITS = { uno: '06140101901010', dos: '06140202902020' } as const

/** The key of a person, in a company and environment. */
export const keyIdOf = (company: string, person: string, ambiente: string): string =>
  `${company}-${person}-${ambiente}`

export const dataKeyOf = (company: string): Buffer => Buffer.alloc(32, company)

const POINTS = ['P001', 'P002'] as const

/** Other ids are those of both companies: each row is found by its company too. */
export const vaultOf = (ambiente: string, active = true): string =>
  idOf(active ? ambiente : `old-${ambiente}`)

export async function fillTwoCompanies(pool: Pool, secrets: Secrets): Promise<void> {
  for (const company of COMPANIES) {
    const companyId = idOf(company)
    const nit = NITS[company]
    const id = dataKeyId(companyId)
    const dataKey = encryptColumn(dataKeyOf(company), secrets.masterKey, id, systemRandom)
    await put(pool, 'company_nits', [{ nit, company_id: companyId }])
    await put(pool, 'companies', [
      {
        ...{ company_id: companyId, nit, nrc: '1234567', nombre: `Comercial ${company}` },
        ...{ cod_actividad: '47190', desc_actividad: 'Venta', departamento: '06' },
        ...{ municipio: '23', distrito: '14', complemento: 'Calle 1', telefono: '22220000' },
        ...{ correo: `${company}@example.com`, data_key: dataKey, created_at: NOW },
      },
    ])
  }
  await put(
    pool,
    'points_of_sale',
    combined({ company: COMPANIES, point: POINTS }).map(({ company, point }) => ({
      ...{ company_id: idOf(company), point_of_sale_id: idOf(point) },
      ...{ cod_estable: 'M001', cod_punto_venta: point, created_at: NOW },
    })),
  )
  await put(
    pool,
    'signing_vaults',
    combined({ company: COMPANIES, ambiente: AMBIENTES, active: [true, false] }).map(
      ({ company, ambiente, active }) => ({
        ...{ company_id: idOf(company), vault_id: vaultOf(ambiente, active), ambiente },
        ...{ nit: NITS[company], nombre: company, fingerprint: `${company} ${ambiente} ${active}` },
        ...{ public_key: 'x', valid_from: at(-DAY_MS), private_key: '' },
        ...{
          active,
          created_at: at(active ? 0 : -DAY_MS),
          valid_to: at(active ? DAY_MS : DAY_MS / 2),
        },
      }),
    ),
  )
  await put(
    pool,
    'people',
    PEOPLE.map((person) => ({
      ...{ person_id: idOf(person), correo: `${person}@example.com`, nombre: person },
      ...{ created_at: NOW, password_hash: 'x', totp_secret: '', totp_pending: '' },
      ...{ totp_active: true },
    })),
  )
  const each = combined({ company: COMPANIES, person: PEOPLE })
  await put(
    pool,
    'memberships',
    each.map(({ company, person }) => ({
      ...{ company_id: idOf(company), person_id: idOf(person), rol: 'emisor', created_at: NOW },
    })),
  )
  const everyone = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES })
  await put(
    pool,
    'api_keys',
    everyone.map(({ company, person, ambiente }) => ({
      ...{ company_id: idOf(company), key_id: keyIdOf(company, person, ambiente), ambiente },
      ...{ secret_hash: keyIdOf(company, person, ambiente), label: person, scopes: ['query'] },
      ...{ point_of_sale_id: idOf('P001'), tipos_dte: ['01'], amount_max: 1, state: 'active' },
      ...{ created_at: NOW, person_id: idOf(person), vault_wrap: '' },
      ...{ vault_id: vaultOf(ambiente), vault_failures: 1, vault_failed_ats: [NOW] },
    })),
  )
}

/** A document of the first company in the test environment. */
export const DOCUMENT = {
  ...{ company_id: idOf('uno'), codigo_generacion: idOf('doc'), ambiente: '00', tipo_dte: '01' },
  ...{ numero_control: 'DTE-01-M001P001-000000000000001', year: 2026, fec_emi: '2026-08-03' },
  ...{ hor_emi: '09:00:00', key_id: 'k1', idempotency_key: 'a', estado: 'firmado', version: 2 },
  ...{ payload: '', signature: 'x', totales: '{}', historial: '[]', created_at: NOW },
  ...{ sello_recibido: null as string | null, referencia: null as string | null },
}

let numbered = 0

/** The row of the document with this name, in a state that its other columns fit: otherwise as DOCUMENT, or as `given`. */
export function documentRow(name: string, given: Readonly<Record<string, unknown>> = {}) {
  const { estado = 'firmado' } = given
  const isSealed = estado === 'sellado' || estado === 'invalidado'
  const isUnsigned = estado === 'reservado' || estado === 'liberado'
  numbered += 1
  return {
    ...DOCUMENT,
    codigo_generacion: idOf(name),
    numero_control: `DTE-01-M001P001-${String(numbered).padStart(15, '0')}`,
    signature: isUnsigned ? null : 'x',
    sello_recibido: isSealed ? 'S'.repeat(40) : null,
    vence_en: isUnsigned ? NOW : null,
    historial: JSON.stringify([`${estado} ${NOW.toISOString()}`]),
    ...given,
  }
}

/** A name's code as the wire has it. */
export const codeOf = (name: string) => idOf(name).toUpperCase()

/** The row of a sealed document. */
export const sealed = (name: string, given: Readonly<Record<string, unknown>> = {}) =>
  documentRow(name, { estado: 'sellado', ...given })

/** The row of an event that invalidates a document. */
export const voids = (
  name: string,
  documento: string,
  given: Readonly<Record<string, unknown>> = {},
) => eventRow(name, documento, { kind: 'invalidacion', ...given })

/** The row of the event with this name, of a document. */
export function eventRow(
  name: string,
  documento: string,
  given: Readonly<Record<string, unknown>> = {},
) {
  const { estado = 'sellado', kind = 'retorno' } = given
  const isSealed = estado === 'sellado' || estado === 'invalidado'
  return {
    ...{ company_id: idOf('uno'), codigo_generacion: idOf(name), kind, ambiente: '00' },
    ...{ documento: idOf(documento), tipo_dte: '01', fec_emi: '2026-08-03', hor_emi: '09:00:00' },
    ...{ key_id: 'k1', idempotency_key: name, intencion: '', estado, version: 2, payload: '' },
    ...{ signature: 'x', totales: kind === 'retorno' ? '{"totalPagar":1}' : null },
    ...{ sello_recibido: isSealed ? 'S' : null, historial: '[]', created_at: NOW },
    ...given,
  }
}
