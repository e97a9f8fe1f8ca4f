/**
 * A company's destinations, as the service knows them. See `ownArchive` of `@sello/client/node`, which
 * manages them.
 */
import type { Answered } from './answer.ts'
import type { Caller, CallOptions } from './caller.ts'
import type {
  CopyReport,
  CopyReported,
  Destino,
  DestinoRequest,
  Destinos,
  DestinoTerminado,
  StorageStatus,
} from './generated/wire.ts'

export interface Storage {
  /** The managed destinations and the company's own. */
  destinations(options?: CallOptions): Promise<Answered<Destinos>>
  /** What each destination lacks. */
  status(options?: CallOptions): Promise<Answered<StorageStatus>>
  /** Stores a revision. `revision_conflict`: another one was stored before. */
  put(id: string, request: DestinoRequest, options?: CallOptions): Promise<Answered<Destino>>
  /** Ends its use; files already written there stay. */
  end(id: string, options?: CallOptions): Promise<Answered<DestinoTerminado>>
  /** Reports that the caller wrote, read, compared and deleted there. Counts for 30 days. */
  verify(id: string, revision: number, options?: CallOptions): Promise<Answered<Destino>>
  /** Reports where the files of a document or an event are. */
  report(
    codigoGeneracion: string,
    report: CopyReport,
    options?: CallOptions,
  ): Promise<Answered<CopyReported>>
}

export function createStorage({ call }: Caller): Storage {
  return {
    destinations: (options) => call({ route: 'destinations', options }),
    status: (options) => call({ route: 'storage_status', options }),
    put: (id, body, options) => call({ route: 'destination_put', params: { id }, body, options }),
    end: (id, options) => call({ route: 'destination_delete', params: { id }, options }),
    verify: (id, revision, options) =>
      call({
        route: 'destination_verification',
        params: { id },
        body: { revision, writtenBy: 'sdk' },
        options,
      }),
    report: (codigoGeneracion, body, options) =>
      call({ route: 'copy_report', params: { codigoGeneracion }, body, options }),
  }
}
