/**
 * The combobox of the ARIA patterns: focus stays in the input, which controls the list. Enter takes what the arrows
 * chose, or what was written in full; never what merely begins alike.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { searchable } from './text.ts'

export interface Choice<T> {
  readonly key: string
  readonly value: T
  readonly label: ReactNode
  /** Each means this choice, written in full. */
  readonly texts: readonly (string | null)[]
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
  /** Enter on a text that is nothing of the list. */
  readonly onEnter?: () => void
}

export function Combobox<T>(props: Props<T>) {
  const { choices, create, text } = props
  const [open, setOpen] = useState(false)
  /** The key of what the arrows chose. */
  const [chosen, setChosen] = useState<string | null>(null)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const count = choices.length + (create ? 1 : 0)
  const keys = [...choices.map(({ key }) => key), ...(create ? [CREATE] : [])]
  const active = chosen === null ? -1 : keys.indexOf(chosen)
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  })
  const choose = (n: number) => {
    setOpen(false)
    setChosen(null)
    const choice = choices[n]
    if (choice) props.onChoose(choice.value)
    else create?.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) return setOpen(true)
      const from = active < 0 && event.key === 'ArrowUp' ? 0 : active
      setChosen(keys[(from + (event.key === 'ArrowDown' ? 1 : -1) + count) % count] ?? null)
    } else if (event.key === 'Enter' && open && !event.ctrlKey) {
      event.preventDefault()
      const wanted = searchable(text).trim()
      const whole = choices.findIndex(({ texts }) =>
        texts.some((one) => one !== null && searchable(one) === wanted),
      )
      if (active >= 0) choose(active)
      else if (whole >= 0) choose(whole)
      else props.onEnter?.()
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
        aria-activedescendant={shown && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        data-at={props.dataAt}
        // biome-ignore lint/a11y/noAutofocus: asked for where the page begins with this field
        autoFocus={props.autoFocus}
        value={text}
        onChange={(event) => {
          props.onText(event.target.value)
          setChosen(null)
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

/** The key of the last choice. */
const CREATE = '\0'

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
