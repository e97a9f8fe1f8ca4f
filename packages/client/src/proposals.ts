/** Sales that a program proposes and a person issues in the console. */
import type { Answered } from './answer.ts'
import type { Caller, CallOptions } from './caller.ts'
import type {
  DteRequest,
  Operations,
  Propuesta,
  PropuestaCompleta,
  Propuestas,
  Validada,
} from './generated/wire.ts'
import { type Listing, listing } from './listing.ts'
import type { Platform } from './platform.ts'

export type ProposalsQuery = Operations['proposals_list']['query']

export interface Proposals {
  /** What issuing this would come to, and whether it would be refused. Nothing is stored or spent. */
  validate(request: DteRequest, options?: CallOptions): Promise<Answered<Validada>>
  /** A person issues it at `consola`; the feed tells of its document by `referencia`. Needs no sign key. */
  create(request: DteRequest, options?: CallOptions): Promise<Answered<Propuesta>>
  /** Those of 30 days, newest first. */
  list(query?: ProposalsQuery, options?: CallOptions): Listing<Propuesta>
  page(query?: ProposalsQuery, options?: CallOptions): Promise<Answered<Propuestas>>
  read(id: string, options?: CallOptions): Promise<Answered<PropuestaCompleta>>
  /** Nobody issues it any more. Refused (422) for one that is issued. */
  discard(id: string, options?: CallOptions): Promise<Answered<Propuesta>>
}

export function createProposals({ call }: Caller, platform: Platform): Proposals {
  const page: Proposals['page'] = (query, options) =>
    call({ route: 'proposals_list', query, options })
  return {
    validate: (body, options) => call({ route: 'validate', body, options }),
    // Repeated after a lost answer, the call makes no second one.
    create: (body, options) => {
      const idempotencyKey = options?.idempotencyKey ?? platform.uuid()
      return call({ route: 'proposal_create', body, options: { ...options, idempotencyKey } })
    },
    page,
    list: (query, options) =>
      listing(async (cursor) => {
        const from = cursor === undefined ? query : { ...query, cursor }
        const { propuestas, siguiente } = await page(from, options)
        return { rows: propuestas, siguiente }
      }),
    read: (id, options) => call({ route: 'proposal_read', params: { id }, options }),
    discard: (id, options) => call({ route: 'proposal_discard', params: { id }, options }),
  }
}
