/** Special operations (event 17): paper that stays beside the DTE of a designated taxpayer. */
import type { Answered } from './answer.ts'
import type { Caller, CallOptions } from './caller.ts'
import type {
  FilaDeOperaciones,
  OperacionesCompletas,
  OperacionesRequest,
  Operations,
  PaginaDeOperaciones,
} from './generated/wire.ts'
import { type Listing, listing } from './listing.ts'

export type OperacionesQuery = Operations['operaciones_list']['query']

export interface Operaciones {
  /** Signs and sends the event. `firmado` (202): it counts, and the service goes on sending it. */
  report(
    request: OperacionesRequest,
    options?: CallOptions,
  ): Promise<Answered<Operations['operaciones_report']['answer']>>
  /** Newest first. */
  list(query?: OperacionesQuery, options?: CallOptions): Listing<FilaDeOperaciones>
  page(query?: OperacionesQuery, options?: CallOptions): Promise<Answered<PaginaDeOperaciones>>
  /** `eventos`: its invalidations. `invalidate` cancels it as it does a document, which frees what it reported. */
  read(codigoGeneracion: string, options?: CallOptions): Promise<Answered<OperacionesCompletas>>
}

export function createOperaciones({ call }: Caller): Operaciones {
  const page: Operaciones['page'] = (query, options) =>
    call({ route: 'operaciones_list', query, options })
  // Two equal reports are refused by the service; one without an answer is repeated with its key.
  const operation = { name: 'operaciones', once: false, openOn202: true }
  return {
    report: (body, options) => call({ route: 'operaciones_report', body, operation, options }),
    page,
    list: (query, options) =>
      listing(async (cursor) => {
        const from = cursor === undefined ? query : { ...query, cursor }
        const { operaciones, siguiente } = await page(from, options)
        return { rows: operaciones, siguiente }
      }),
    read: (codigoGeneracion, options) =>
      call({ route: 'operaciones_read', params: { codigoGeneracion }, options }),
  }
}
