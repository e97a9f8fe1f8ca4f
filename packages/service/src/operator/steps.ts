/** Wraps the parts of a process to measure and trace the steps of a call; the use cases do not know about it. */
import type { IssuingDeps } from '../issuing/context.ts'
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

/** The same parts, measured. */
export function measured(deps: IssuingDeps, step: Step): IssuingDeps {
  const { commits, mh, printer } = deps
  return {
    ...deps,
    commits: {
      recordFirmado: (unsigned) => step('commit_1', () => commits.recordFirmado(unsigned)),
      recordVerdict: (answered) => step('commit_2', () => commits.recordVerdict(answered)),
    },
    mh: {
      ...mh,
      send: (filing) => step('ministry', () => mh.send(filing)),
      resume: (filing) => step('ministry', () => mh.resume(filing)),
      ask: (filing) => step('ministry', () => mh.ask(filing)),
    },
    printer: {
      ...printer,
      answer: (sealed) => step('page', () => printer.answer(sealed)),
    },
  }
}
