/** What keeping files uses of its process. */
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import type { Metrics } from '../../base/telemetry/metrics.ts'
import type { Opener } from '../../outside/stores/open.ts'
import type { Printer } from '../../papers/printing/printer.ts'

export interface Keeper extends Opener {
  readonly pool: Pool
  readonly printer: Printer
  readonly metrics: Metrics
  readonly log: Logger
}
