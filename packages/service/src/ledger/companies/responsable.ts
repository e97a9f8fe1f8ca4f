/** Who answers for a company's contingency events before the ministry (ADR 0070). */
import { NOMBRE_RESPONSABLE_MAX, type Persona, type PersonaRequest } from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'
import type { ReadAll } from '../cluster/due.ts'

/** Null if the company has stated nobody. */
export function findResponsable(db: Db, companyId: string): Promise<Persona | null> {
  return db.maybeOne<Persona>(
    `select responsable_nombre as nombre, responsable_tipo_documento as "tipoDocumento",
            responsable_num_documento as "numDocumento"
       from companies where company_id = $1 and responsable_nombre is not null`,
    [companyId],
  )
}

/** The NITs of all companies whose contingency events would name the company in place of a person. */
export async function listWithoutResponsable(readAll: ReadAll): Promise<readonly string[]> {
  const rows = await readAll<{ nit: string }>({
    sql: (among) =>
      `select nit from companies where responsable_nombre is null ${among} order by nit`,
    values: [],
  })
  return rows.map(({ nit }) => nit).filter((nit) => !isOwnResponsable(nit))
}

/** Null removes the person. */
export async function storeResponsable(
  tx: Tx,
  companyId: string,
  persona: Persona | null,
): Promise<void> {
  await tx.run(
    `update companies
        set responsable_nombre = $2, responsable_tipo_documento = $3, responsable_num_documento = $4
      where company_id = $1`,
    [
      companyId,
      persona?.nombre ?? null,
      persona?.tipoDocumento ?? null,
      persona?.numDocumento ?? null,
    ],
  )
}

/** What a company itself states in place of a person: the structure's name is shorter than a company's. */
export function companyAsResponsable(company: {
  readonly nit: string
  readonly nombre: string
}): PersonaRequest {
  const nombre = [...company.nombre].slice(0, NOMBRE_RESPONSABLE_MAX).join('').trim()
  return { nombre, numDocumento: company.nit }
}

/** A NIT of 9 digits is the DUI of a natural person, who answers for themselves. */
export const isOwnResponsable = (nit: string): boolean => nit.length === 9
