import type { Reply } from '../http/reply.ts'
import type { FaultSpec, ServiceName } from '../world/faults.ts'
import type { World } from '../world/world.ts'

export interface MhRequest {
  readonly path: string
  /** As received, `Bearer ` included; empty when there is none. */
  readonly authorization: string
  readonly body: string
  /** What follows the path of a service that takes a code in it; null: nothing. */
  readonly rest: string | null
}

/** One service of the ministry. A new one is a value of this shape and a row of the table. */
export interface Service {
  readonly name: ServiceName
  readonly path: string
  /** Absent: POST. A GET takes a code behind its path. */
  readonly method?: 'GET'
  readonly contentType: 'application/json' | 'application/x-www-form-urlencoded'
  /** Answers at once. `script` is the fault that hits this request, when its kind is the service's own. */
  readonly handle: (world: World, request: MhRequest, script: FaultSpec | null) => Reply
  /** Notes an attempt that will get no verdict. */
  readonly note?: (world: World, request: MhRequest) => void
}
