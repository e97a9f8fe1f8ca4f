/** Above a list: its search box, and what else narrows it; on a phone that is a sheet of its own. */
import { Search, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './filtros.module.css'

interface Props {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly children?: ReactNode
  /** How many of `children` narrow the list now. */
  readonly active?: number
}

export function Filtros({ label, placeholder, text, onText, children, active = 0 }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <div className={css.filters}>
      <div className={css.find}>
        <Search className="icon" aria-hidden />
        <input
          className="input"
          type="search"
          data-search
          aria-label={label}
          placeholder={placeholder}
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </div>
      {children && (
        <>
          <div className={`${css.others} only-d`}>{children}</div>
          <Button className="only-m" onClick={() => setIsOpen(true)}>
            <SlidersHorizontal className="icon" aria-hidden />
            {active > 0 ? `Filtros: ${active}` : 'Filtros'}
          </Button>
        </>
      )}
      {isOpen && (
        <Dialog
          title="Filtros"
          onClose={close}
          footer={
            <Button primary onClick={close}>
              Ver la lista
            </Button>
          }
        >
          <div className="stack">{children}</div>
        </Dialog>
      )}
    </div>
  )
}
