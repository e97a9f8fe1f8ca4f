import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

interface Props {
  readonly title: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly wide?: boolean
  /** A side panel instead of a box in the middle. */
  readonly panel?: boolean
  /** A short question: on a phone it stays at the bottom. */
  readonly ask?: boolean
}

export function Dialog({ title, onClose, children, footer, wide, panel, ask }: Props) {
  const id = useId()
  const kind = [wide && 'wide', panel && 'panel', ask && 'ask'].filter(Boolean).join(' ')
  return (
    <dialog {...useModal(onClose)} className={`dlg ${kind}`} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="ib" onClick={onClose} aria-label="Cerrar">
          <X className="i" aria-hidden />
        </button>
      </header>
      <div className="body">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  )
}
