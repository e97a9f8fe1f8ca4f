/** The totals, and below them the button that issues with all that may be said of it. */
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import type { Form } from './form.ts'
import css from './totales.module.css'
import { TotalesPanel } from './totales.tsx'
import type { Live } from './use-evaluated.ts'
import type { Problems } from './use-problems.ts'
import type { Phase, Sending } from './use-sending.ts'

interface Props {
  readonly form: Form
  readonly live: Live
  readonly problems: Problems
  readonly phase: Phase
  readonly sending: Sending
  readonly onNext: () => void
}

export function SendPanel({ form, live, problems, phase, sending, onNext }: Props) {
  const { send, sendAnew, another, arrived, isUnanswered } = sending
  return (
    <TotalesPanel
      tipoDte={form.tipoDte}
      evaluated={live.evaluated}
      problems={problems.listed}
      blank={problems.isBlank}
      goTo={problems.goTo}
    >
      {live.failed && <p className="err">{live.failed}</p>}
      {isUnanswered && phase.kind === 'writing' && arrived === null && (
        <p className="notice warn" role="status">
          Se envió y no hay respuesta todavía. Emita otra vez y se preguntará por la misma, o siga:
          queda aquí mientras tanto.
          <Button small onClick={onNext}>
            Emitir otra
          </Button>
        </p>
      )}
      {arrived && (
        <p className="notice warn" role="alert">
          {arrived === 'llego'
            ? 'La venta que se envió antes llegó a Sello. Búsquela en Documentos; para otra, use «Empezar otra».'
            : 'Esta venta se envió hace más de un día y no se supo si se emitió. Búsquela en Documentos antes de emitirla.'}
          <Button small onClick={() => void another()}>
            Empezar otra
          </Button>
          {arrived === 'olvidada' && (
            <Button small onClick={() => void sendAnew()}>
              No está: emitirla
            </Button>
          )}
        </p>
      )}
      <Button primary xl onClick={() => void send()} busy={phase.kind === 'sending'} data-emit>
        {wordsOf(form, phase)}
        {phase.kind === 'writing' && <kbd className="only-d">Ctrl ↵</kbd>}
      </Button>
      {phase.kind === 'sending' && phase.slow && (
        <p className={css.check}>
          Hacienda tarda.{' '}
          <button type="button" className="link" onClick={onNext}>
            Empezar otra
          </button>
        </p>
      )}
    </TotalesPanel>
  )
}

function wordsOf(form: Form, phase: Phase): string {
  if (phase.kind === 'sending') {
    return phase.doubt ? 'Comprobando si se emitió…' : 'Transmitiendo a Hacienda…'
  }
  return form.corrige ? 'Corregir y emitir' : TIPO[form.tipoDte].emitir
}
