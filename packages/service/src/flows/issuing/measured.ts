/** The parts of issuing, measured; the use cases do not know about it. */
import type { Step } from '../../base/telemetry/steps.ts'
import type { IssuingDeps } from './context.ts'

/** The same parts, measured. */
export function measured(deps: IssuingDeps, step: Step): IssuingDeps {
  const { commits, mh, printer } = deps
  return {
    ...deps,
    commits: {
      recordFirmado: (...given) => step('commit_1', () => commits.recordFirmado(...given)),
      recordReservado: (...given) => step('commit_1', () => commits.recordReservado(...given)),
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
