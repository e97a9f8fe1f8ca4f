/**
 * What is about to stop a company is owed to its owners by mail: a part of the statement that gives it its place in the
 * feed (outbox/relay.ts), as what is owed to buyers is (addresses/owed.ts).
 */
import type { TipoNovedad } from '@sello/contract'

export const TIPOS_PARA_DUENOS = [
  'certificado.vence_pronto',
  'contingencia.vence_pronto',
  'copia.fallida',
  'cuenta.rechazada',
  'llave.suspendida',
  'webhook.apagado',
] as const satisfies readonly TipoNovedad[]
export type TipoParaDuenos = (typeof TIPOS_PARA_DUENOS)[number]

const TIPOS = TIPOS_PARA_DUENOS.map((tipo) => `'${tipo}'`).join(', ')

/**
 * `source` has rows of company_id, ambiente, tipo, at and datos: of several companies, or of `company`. The same is owed
 * to a person once a day: what comes and goes by the minute fills no mailbox, and what concerns both environments is one
 * mail.
 */
export const oweOwnersSql = (source: string, company = 'm.company_id'): string => `
  insert into owner_mails (company_id, mail_id, person_id, ambiente, tipo, datos, at, attempt_at)
  select distinct on (m.company_id, p.person_id, m.tipo, m.datos)
         m.company_id, gen_random_uuid(), p.person_id, m.ambiente, m.tipo, m.datos, m.at, m.at
    from ${source} m
    join memberships p on p.company_id = ${company} and p.rol = 'dueno'
   where m.tipo in (${TIPOS})
     and not exists (
         select from owner_mails n
          where n.company_id = ${company} and n.person_id = p.person_id and n.tipo = m.tipo
            and n.datos = m.datos and n.at > m.at - interval '1 day')
   order by m.company_id, p.person_id, m.tipo, m.datos, m.ambiente desc`
