/** What is shown once, to be copied now. */
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Check } from '../ui/check.tsx'
import { copy } from '../ui/copy.ts'
import { Dialog } from '../ui/dialog.tsx'
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

interface Keeping {
  readonly title: string
  readonly wide?: boolean
  readonly words: { readonly warning: string; readonly kept: string; readonly why: string }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** It closes once the person says that what it shows is kept. */
export function KeptDialog({ title, wide = false, words, onClose, children }: Keeping) {
  const [kept, setKept] = useState(false)
  return (
    <Dialog
      title={title}
      wide={wide}
      onClose={() => kept && onClose()}
      footer={
        <>
          <Check checked={kept} onCheck={setKept}>
            {words.kept}
          </Check>
          <span className="space" />
          <Button primary onClick={onClose} why={kept ? null : words.why}>
            Listo
          </Button>
        </>
      }
    >
      <p className="notice warn">{words.warning}</p>
      {children}
    </Dialog>
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
