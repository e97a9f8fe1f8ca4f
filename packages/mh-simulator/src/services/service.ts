import type { Reply } from '../http/reply.ts'
import type { FaultSpec } from '../world/faults.ts'
import type { World } from '../world/world.ts'

export interface MhRequest {
  readonly path: string
  /** As received, with `Bearer `; empty when there is none. */
  readonly authorization: string
  readonly body: string
  /** The code behind the path, for a service that takes one; otherwise null. */
  readonly rest: string | null
}

/** One service of the ministry. To add one: a value of this shape and a row of the table. */
export interface Service {
  readonly path: string
  /** Absent: POST. A GET has a code behind its path. */
  readonly method?: 'GET'
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  /** Answers at once. `script` is the fault for this request, when the service itself must apply it. */
  readonly handle: (world: World, request: MhRequest, script: FaultSpec | null) => Reply
  /** Records an attempt that gets no verdict. */
  readonly note?: (world: World, request: MhRequest) => void
}
