/** A company's audit log, newest first, and whether its chain is intact. */
import { listActs, verifyChain } from '../../../audit/chain.ts'
import { readInteger, readParameters } from '../../parameters.ts'
import type { CompanyRoute } from '../route.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 200

export const AUDITORIA_ROUTES: readonly CompanyRoute[] = [
  {
    name: 'auditoria',
    method: 'GET',
    path: '/:empresa/auditoria',
    who: ['D', 'A', 'C'],
    async handle({ deps, query }, { company }) {
      const { hasta, limit } = readParameters(query, ['hasta', 'limit'])
      const { companyId } = company
      const below = readInteger('hasta', hasta, { min: 1, max: Number.MAX_SAFE_INTEGER })
      const wanted = readInteger('limit', limit, { min: 1, max: LIMIT_MAX }) ?? LIMIT_DEFAULT
      const page = { companyId, below: below === null ? null : BigInt(below), limit: wanted + 1 }
      const acts = await listActs(deps.pool, page)
      const shown = acts.slice(0, wanted)
      // The whole chain is read for it: once, with the newest entries.
      const chain = below === null ? await verifyChain(deps.pool, deps.secrets, companyId) : null
      return {
        body: {
          entradas: shown.map((act) => ({
            seq: Number(act.seq),
            fecha: act.at,
            persona: act.persona,
            acto: act.acto,
            sobre: act.sobre,
            detalle: act.detalle,
            direccion: act.peer,
          })),
          siguiente: acts.length > wanted ? Number(shown.at(-1)?.seq) : null,
          cadena: chain && { integra: chain.broken === null, desde: chain.broken?.at ?? null },
        },
      }
    },
  },
]
