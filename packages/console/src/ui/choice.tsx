import type { ReactNode } from 'react'

interface Props<K extends string> {
  readonly label: string
  readonly name: string
  /** In the order of the screen. */
  readonly choices: readonly (readonly [code: K, word: ReactNode])[]
  readonly value: K | null
  readonly onChange: (code: K) => void
}

/** A few choices side by side, one of which holds. */
export function Choice<K extends string>({ label, name, choices, value, onChange }: Props<K>) {
  return (
    <div className="segmented" role="radiogroup" aria-label={label}>
      {choices.map(([code, word]) => (
        <label key={code}>
          <input
            type="radio"
            name={name}
            checked={value === code}
            onChange={() => onChange(code)}
          />
          {word}
        </label>
      ))}
    </div>
  )
}
