/** What is shown once, to be copied now. */
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { copy } from '../ui/copy.ts'
import { dateTime } from '../ui/text.ts'
import css from './shown-once.module.css'

export function ShownOnce({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={css.secret}>
      <code data-secret>{text}</code>
      {children}
    </div>
  )
}

export interface Invitacion {
  readonly url: string
  readonly venceEl: string
}

interface Props {
  readonly invitacion: Invitacion
  /** «a su dueño». */
  readonly to: string
  readonly onClose: () => void
}

/** In place of the form that made it. */
export function Enlace({ invitacion: { url, venceEl }, to, onClose }: Props) {
  return (
    <>
      <p>
        Entregue este enlace {to}. Sirve una vez, hasta el {dateTime(venceEl)}.
      </p>
      <ShownOnce text={url}>
        <Button small onClick={() => copy(url, 'Enlace copiado.')}>
          Copiar
        </Button>
      </ShownOnce>
      <Button primary onClick={onClose}>
        Listo
      </Button>
    </>
  )
}
