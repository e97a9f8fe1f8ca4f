/** A company's owner, in sentences that say whom to ask. */
import type { Empresa } from '../api/types.ts'

/** As the server says it: nobody, before somebody is an owner. */
export type EmpresaAnswered = Omit<Empresa, 'dueno'> & { readonly dueno: string | null }

const NOBODY = 'quien sea dueño de la empresa'

export const withOwners = (empresas: readonly EmpresaAnswered[]): readonly Empresa[] =>
  empresas.map((one) => ({ ...one, dueno: one.dueno ?? NOBODY }))
