/** A company's audit log, newest first, and whether what is shown and what was verified of its chain is intact. */
import { readActs } from '../../../ledger/audit/acts.ts'
import { readInteger, readParameters } from '../../v1/parameters.ts'
import type { CompanyHandler } from '../route.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

export const AUDITORIA = {
  async auditoria({ deps, query }, { company }) {
    const { hasta, limit } = readParameters(query, ['hasta', 'limit'])
    const { companyId } = company
    const below = readInteger('hasta', hasta, { min: 1, max: Number.MAX_SAFE_INTEGER })
    const wanted = readInteger('limit', limit, { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT
    const { acts, more, broken, unverified } = await readActs(deps.pool, deps.secrets, {
      companyId,
      below: below === null ? null : BigInt(below),
      limit: wanted,
    })
    return {
      body: {
        entradas: acts.map((act) => ({
          seq: Number(act.seq),
          fecha: act.at,
          persona: act.persona,
          acto: act.acto,
          sobre: act.sobre,
          detalle: act.detalle,
          direccion: act.peer,
        })),
        siguiente: more ? Number(acts.at(-1)?.seq) : null,
        cadena: {
          integra: broken === null,
          desde: broken?.at ?? null,
          porVerificar: unverified,
        },
      },
    }
  },
} satisfies Record<string, CompanyHandler>
