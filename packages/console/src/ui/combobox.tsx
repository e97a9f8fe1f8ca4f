/** The combobox of the ARIA patterns: focus stays in the input, which controls the list. */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

export interface Choice<T> {
  readonly key: string
  readonly value: T
  readonly label: ReactNode
}

interface Props<T> {
  readonly label: string
  readonly text: string
  readonly onText: (text: string) => void
  readonly choices: readonly Choice<T>[]
  readonly onChoose: (value: T) => void
  /** Shown last; `null`: none. */
  readonly create?: { readonly label: ReactNode; readonly run: () => void } | null
  readonly empty?: ReactNode
  readonly placeholder?: string
  readonly invalid?: boolean
  readonly describedBy?: string
  readonly autoFocus?: boolean
  readonly id?: string
  readonly dataAt?: string
  readonly onBlur?: () => void
}

export function Combobox<T>(props: Props<T>) {
  const { choices, create, text } = props
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const count = choices.length + (create ? 1 : 0)
  const active = Math.min(at, count - 1)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const choose = (n: number) => {
    setOpen(false)
    setAt(0)
    const choice = choices[n]
    if (choice) props.onChoose(choice.value)
    else create?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      setAt((active + (event.key === 'ArrowDown' ? 1 : -1) + count) % Math.max(1, count))
    } else if (event.key === 'Enter' && open && count > 0) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Tab') setOpen(false)
  }
  const shown = open && (count > 0 || (props.empty && text !== ''))
  return (
    <div className="combo">
      <input
        id={props.id}
        className="in"
        role="combobox"
        aria-label={props.label}
        aria-expanded={Boolean(shown)}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        aria-activedescendant={shown && count > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        data-at={props.dataAt}
        // biome-ignore lint/a11y/noAutofocus: asked for where the page begins with this field
        autoFocus={props.autoFocus}
        value={text}
        onChange={(event) => {
          props.onText(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false)
          props.onBlur?.()
        }}
        onKeyDown={onKeyDown}
      />
      {shown && (
        <div
          className="list-pop"
          role="listbox"
          id={`${id}-list`}
          aria-label={props.label}
          ref={list}
        >
          {choices.map((choice, n) => (
            <div
              key={choice.key}
              id={`${id}-${n}`}
              role="option"
              aria-selected={n === active}
              onMouseDown={(event) => {
                event.preventDefault()
                choose(n)
              }}
            >
              {choice.label}
            </div>
          ))}
          {count === 0 && <div className="none">{props.empty}</div>}
          {create && (
            <div
              id={`${id}-${choices.length}`}
              role="option"
              className="new"
              aria-selected={choices.length === active}
              onMouseDown={(event) => {
                event.preventDefault()
                choose(choices.length)
              }}
            >
              {create.label}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** Highlights the part of a text that matches the search. */
export function Found({ text, part }: { text: string; part: string }) {
  const at = part === '' ? -1 : text.toLowerCase().indexOf(part.toLowerCase())
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + part.length)}</mark>
      {text.slice(at + part.length)}
    </>
  )
}
