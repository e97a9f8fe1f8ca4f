/** What delivering needs of its process. */
import type { Logger } from 'pino'
import type { Clock, Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { Secrets } from '../../base/secrets/secrets.ts'
import type { Metrics } from '../../base/telemetry/metrics.ts'
import type { WebhookSender } from '../../outside/webhooks/sender.ts'

export interface Notifying {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
  readonly secrets: Secrets
  readonly log: Logger
  readonly metrics: Metrics
  readonly webhooks: WebhookSender
}
