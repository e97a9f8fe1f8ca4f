/**
 * What is about to stop a company is owed to its owners by mail: part of the transaction that gives it its place in the
 * feed (outbox/relay.ts), as what is owed to buyers is (addresses/owed.ts).
 */
import type { TipoNovedad } from '@sello/contract'
import type { Tx } from '../../base/db/tx.ts'

export const TIPOS_PARA_DUENOS = [
  'certificado.vence_pronto',
  'contingencia.vence_pronto',
  'copia.fallida',
  'cuenta.rechazada',
  'llave.suspendida',
  'webhook.apagado',
] as const satisfies readonly TipoNovedad[]
export type TipoParaDuenos = (typeof TIPOS_PARA_DUENOS)[number]

const TIPOS: ReadonlySet<string> = new Set(TIPOS_PARA_DUENOS)

export interface ToldOfCompany {
  readonly company_id: string
  readonly ambiente: string
  readonly tipo: string
  readonly datos: object | null
  readonly at: Date
}

interface Owner {
  readonly company_id: string
  readonly person_id: string
  /** Of what is told, from 1. */
  readonly nth: bigint
}

/**
 * The same is owed to a person once a day: what comes and goes by the minute fills no mailbox, and what concerns both
 * environments is one mail.
 */
export async function oweOwners(tx: Tx, told: readonly ToldOfCompany[]): Promise<void> {
  const forOwners = told.filter(({ tipo }) => TIPOS.has(tipo))
  if (forOwners.length === 0) return
  const owners = await tx.many<Owner>(OWNERS, [
    forOwners.map(({ company_id }) => company_id),
    forOwners.map(({ tipo }) => tipo),
    forOwners.map(({ datos }) => datos && JSON.stringify(datos)),
    forOwners.map(({ ambiente }) => ambiente),
    forOwners.map(({ at }) => at),
  ])
  if (owners.length === 0) return
  const owed = owners.flatMap(({ nth, person_id }) => {
    const one = forOwners[Number(nth) - 1]
    return one ? [{ ...one, person_id }] : []
  })
  await tx.run(OWE, [
    owed.map(({ company_id }) => company_id),
    owed.map(({ person_id }) => person_id),
    owed.map(({ ambiente }) => ambiente),
    owed.map(({ tipo }) => tipo),
    owed.map(({ datos }) => datos && JSON.stringify(datos)),
    owed.map(({ at }) => at),
  ])
}

const OWNERS = `
  select distinct on (m.company_id, p.person_id, m.tipo, m.datos) m.company_id, p.person_id, m.nth
    from unnest($1::uuid[], $2::text[], $3::jsonb[], $4::text[], $5::timestamptz[]) with ordinality
      as m (company_id, tipo, datos, ambiente, at, nth)
    join memberships p on p.company_id = m.company_id and p.rol = 'dueno'
   where p.company_id = any ($1)
     and not exists (
         select from owner_mails n
          where n.company_id = p.company_id and n.company_id = any ($1) and n.person_id = p.person_id
            and n.tipo = m.tipo and n.datos = m.datos and n.at > m.at - interval '1 day')
   order by m.company_id, p.person_id, m.tipo, m.datos, m.ambiente desc`

const OWE = `
  insert into owner_mails (company_id, mail_id, person_id, ambiente, tipo, datos, at, attempt_at)
  select company_id, gen_random_uuid(), person_id, ambiente, tipo, datos, at, at
    from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::timestamptz[])
      as m (company_id, person_id, ambiente, tipo, datos, at)`
