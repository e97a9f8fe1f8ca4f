/**
 * What is told of a document is owed to its addresses: a part of the statement that gives it its place in the feed
 * (outbox/relay.ts). So each is owed once, and no sale writes anything for it.
 */

/** What the feed tells, and the occasion of a mail. */
const OCASIONES = [
  ['dte.contingencia', 'contingencia'],
  ['dte.sellado', 'sellado'],
  ['dte.invalidado', 'invalidado'],
] as const

const ROWS = OCASIONES.map(([tipo, ocasion]) => `('${tipo}', '${ocasion}')`).join(', ')

/** `source` has rows of company_id, ambiente, tipo, about and at: of several companies, or of `company`. */
export const oweSql = (source: string, company = 'm.company_id'): string => `
  insert into deliveries (company_id, delivery_id, codigo_generacion, address_id, ambiente, ocasion, attempt_at,
                          created_at)
  select m.company_id, gen_random_uuid(), m.about, a.address_id, m.ambiente, o.ocasion, m.at, m.at
    from ${source} m
    join (values ${ROWS}) o (tipo, ocasion) on o.tipo = m.tipo
   cross join lateral (
     select address_id from delivery_addresses
      where company_id = ${company} and codigo_generacion = m.about and told offset 0) a`
