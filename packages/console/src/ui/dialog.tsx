import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import styles from './dialog.module.css'
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
  const kind = [styles.dialog, wide && styles.wide, panel && styles.panel, ask && styles.ask]
  return (
    <dialog {...useModal(onClose)} className={kind.filter(Boolean).join(' ')} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" onClick={onClose} aria-label="Cerrar">
          <X className="icon" aria-hidden />
        </button>
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  )
}
