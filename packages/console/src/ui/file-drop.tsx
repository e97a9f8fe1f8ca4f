import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import css from './file-drop.module.css'

interface Props {
  readonly icon: LucideIcon
  readonly label: string
  readonly accept?: string
  /** Null: what was chosen is taken back. */
  readonly onFile: (file: File | null) => void
  readonly children: ReactNode
}

/** Where a file is dropped or chosen. The browser's own button speaks its own language: the whole area is the button. */
export function FileDrop({ icon: Icon, label, accept, onFile, children }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <label
      className={css.drop}
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFile(event.dataTransfer.files[0] ?? null)
      }}
    >
      <Icon className="icon" aria-hidden />
      {children}
      <input
        type="file"
        accept={accept}
        aria-label={label}
        onChange={({ target }) => onFile(target.files?.[0] ?? null)}
      />
    </label>
  )
}
