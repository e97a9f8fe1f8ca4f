/**
 * The combobox of the ARIA patterns: focus stays in the input, which controls the list. Enter takes what the arrows
 * chose, or what was written in full; never what merely begins alike.
 */
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import styles from './combobox.module.css'
import { searchable } from './text.ts'
import { useOptions } from './use-options.ts'

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
  const count = choices.length + (create ? 1 : 0)
  const keys = [...choices.map(({ key }) => key), ...(create ? [CREATE] : [])]
  const choose = (at: number) => {
    setOpen(false)
    options.forget()
    const choice = choices[at]
    if (choice) props.onChoose(choice.value)
    else create?.run()
  }
  const options = useOptions(keys, choose)
  const onEnter = () => {
    const wanted = searchable(text).trim()
    const whole = choices.findIndex(({ texts }) =>
      texts.some((one) => one !== null && searchable(one) === wanted),
    )
    if (options.active >= 0) choose(options.active)
    else if (whole >= 0) choose(whole)
    else props.onEnter?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (open) options.move(event)
      else event.preventDefault()
      setOpen(true)
    } else if (event.key === 'Enter' && open && !event.ctrlKey) {
      event.preventDefault()
      onEnter()
    } else if (event.key === 'Escape' && open) {
      event.preventDefault()
      event.stopPropagation()
      setOpen(false)
    } else if (event.key === 'Tab') setOpen(false)
  }
  const shown = open && (count > 0 || (props.empty && text !== ''))
  return (
    <div className={styles.combobox}>
      <input
        id={props.id}
        className="input"
        role="combobox"
        aria-label={props.label}
        aria-expanded={Boolean(shown)}
        aria-controls={options.listId}
        aria-autocomplete="list"
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        aria-activedescendant={shown ? options.activeId : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        data-at={props.dataAt}
        // biome-ignore lint/a11y/noAutofocus: asked for where the page begins with this field
        autoFocus={props.autoFocus}
        value={text}
        onChange={(event) => {
          props.onText(event.target.value)
          options.forget()
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
        <div className="list-pop" role="listbox" id={options.listId} aria-label={props.label}>
          {choices.map((choice, at) => (
            <div key={choice.key} {...options.optionOf(at)}>
              {choice.label}
            </div>
          ))}
          {count === 0 && <div className="none">{props.empty}</div>}
          {create && (
            <div {...options.optionOf(choices.length)} className="new">
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
