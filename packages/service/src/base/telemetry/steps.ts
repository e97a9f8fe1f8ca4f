/** Measures and traces the steps of a call. */
import type { Metrics } from './metrics.ts'
import type { Tracing } from './tracing.ts'

export type StepName = 'gates' | 'commit_1' | 'ministry' | 'commit_2' | 'page'

export type Step = <T>(name: StepName, work: () => Promise<T>) => Promise<T>

/** Measures each step's time, and makes a span of it if tracing is on. */
export function createStep(
  metrics: Pick<Metrics, 'step'>,
  tracing: Pick<Tracing, 'span'>,
  monotonicMs: () => number,
): Step {
  return async (name, work) => {
    const began = monotonicMs()
    try {
      return await tracing.span(name, work)
    } finally {
      metrics.step(name, (monotonicMs() - began) / 1_000)
    }
  }
}
