/** One of a few, side by side. */

import css from './choice-field.module.css'

interface Props {
  readonly label: string
  /** The path of the field in the request. */
  readonly at: string
  readonly value: string
  readonly choices: readonly (readonly [code: string, name: string])[]
  readonly onChange: (code: string) => void
  readonly className?: string
  readonly help?: string
}

/** More letters do not stand side by side on a phone. */
const SIDE_BY_SIDE_MAX = 32

export function ChoiceField({ label, at, value, choices, onChange, className = '', help }: Props) {
  const letters = choices.reduce((sum, [, name]) => sum + name.length, 0)
  return (
    <div className={`field ${className}`} role="radiogroup" aria-label={label}>
      <span className="label">{label}</span>
      <div className={`segmented ${css.choices}`} data-long={letters > SIDE_BY_SIDE_MAX}>
        {choices.map(([code, name]) => (
          <label key={code}>
            <input
              type="radio"
              name={at}
              checked={value === code}
              onChange={() => onChange(code)}
              data-at={value === code ? at : undefined}
            />
            {name}
          </label>
        ))}
      </div>
      {help && <span className="help">{help}</span>}
    </div>
  )
}
