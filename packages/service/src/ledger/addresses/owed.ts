/**
 * What is told of a document is owed to its addresses: part of the transaction that gives it its place in the feed
 * (outbox/relay.ts). So each is owed once, and no sale writes anything for it.
 */
import type { Tx } from '../../base/db/tx.ts'

/** What the feed tells, and the occasion of a mail. */
const OCASIONES: Readonly<Record<string, string>> = {
  'dte.contingencia': 'contingencia',
  'dte.sellado': 'sellado',
  'dte.invalidado': 'invalidado',
}

export interface ToldOfDocument {
  readonly company_id: string
  readonly ambiente: string
  readonly tipo: string
  readonly about: string | null
  readonly at: Date
}

interface Addressed {
  readonly company_id: string
  readonly address_id: bigint
  /** Of what is told, from 1. */
  readonly nth: bigint
}

export async function oweBuyers(tx: Tx, told: readonly ToldOfDocument[]): Promise<void> {
  const ofDocuments = told.filter(({ tipo }) => tipo in OCASIONES)
  if (ofDocuments.length === 0) return
  const addressed = await tx.many<Addressed>(ADDRESSED, [
    ofDocuments.map(({ company_id }) => company_id),
    ofDocuments.map(({ about }) => about),
  ])
  if (addressed.length === 0) return
  const owed = addressed.flatMap(({ nth, address_id }) => {
    const one = ofDocuments[Number(nth) - 1]
    return one ? [{ ...one, address_id }] : []
  })
  await tx.run(OWE, [
    owed.map(({ company_id }) => company_id),
    owed.map(({ about }) => about),
    owed.map(({ address_id }) => address_id),
    owed.map(({ ambiente }) => ambiente),
    owed.map(({ tipo }) => OCASIONES[tipo]),
    owed.map(({ at }) => at),
  ])
}

const ADDRESSED = `
  select a.company_id, a.address_id, m.nth
    from unnest($1::uuid[], $2::uuid[]) with ordinality as m (company_id, about, nth)
   cross join lateral (
     select company_id, address_id from delivery_addresses
      where company_id = m.company_id and company_id = any ($1) and codigo_generacion = m.about and told
     offset 0) a`

const OWE = `
  insert into deliveries (company_id, delivery_id, codigo_generacion, address_id, ambiente, ocasion, attempt_at,
                          created_at)
  select company_id, gen_random_uuid(), about, address_id, ambiente, ocasion, at, at
    from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::timestamptz[])
      as m (company_id, about, address_id, ambiente, ocasion, at)`
