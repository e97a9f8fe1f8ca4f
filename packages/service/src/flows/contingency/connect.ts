/** Connects the ministry and its breaker, which need each other. */

import type { Metrics } from '../../base/telemetry/metrics.ts'
import { type Breaker, type BreakerParts, createBreaker } from '../../outside/ministry/breaker.ts'
import {
  createMinistry,
  type Ministry,
  type MinistryParts,
} from '../../outside/ministry/ministry.ts'

interface Parts
  extends Omit<BreakerParts, 'ask'>,
    Omit<MinistryParts, 'onExchange' | 'isAway' | 'onSilence' | 'clock' | 'log'> {
  readonly metrics: Metrics
}

export function connectMinistry(parts: Parts): {
  readonly mh: Ministry
  readonly breaker: Breaker
} {
  const breaker = createBreaker({
    ...parts,
    ask: (ambiente, { hasCredentials: _, ...probe }) =>
      mh.probe({ kind: 'documento', ambiente, ...probe }),
  })
  const mh: Ministry = createMinistry({
    ...parts,
    onExchange(exchanged) {
      parts.metrics.exchange(exchanged)
      breaker.noteExchange(exchanged.ambiente, exchanged.outcome === 'answered')
    },
    isAway: (ambiente) => breaker.openIn(ambiente) !== null,
    onSilence: breaker.noteSilence,
  })
  return { mh, breaker }
}
