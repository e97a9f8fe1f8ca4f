/** The fields of an object, by a table: each with its label, its path in the request, and its problem. */
import type { InputHTMLAttributes } from 'react'
import { Field } from '../ui/field.tsx'

type Choice = readonly [code: string, name: string]

export interface FieldRow<T> {
  readonly member: keyof T & string
  readonly label: string
  /** Its path below the object, where it is not its name. */
  readonly at?: string
  /** Other paths below the object whose problems are shown here; '': the object's own. */
  readonly also?: readonly string[]
  readonly width?: 'w3' | 'w4' | 'w6' | 'w8'
  readonly optional?: boolean
  readonly help?: string | undefined
  readonly choices?: readonly Choice[]
  /** Several lines of text. */
  readonly long?: boolean
  readonly input?: Omit<InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement>, 'onChange'>
}

/** A number that is typed. */
export const AMOUNT = { className: 'input num', inputMode: 'decimal', placeholder: '0.00' } as const

export const choicesOf = (table: object) =>
  Object.entries(table as Readonly<Record<string, { readonly nombre: string }>>).map(
    ([code, { nombre }]): Choice => [code, nombre],
  )
export const byCode = ([a]: Choice, [b]: Choice) => a.localeCompare(b)
export const byName = ([, a]: Choice, [, b]: Choice) => a.localeCompare(b, 'es')

export interface FieldProblems {
  readonly errorOf: (at: string) => string | undefined
  readonly onBlur?: ((at: string) => void) | undefined
}

interface Props<T> extends FieldProblems {
  /** The path of the object; '': its members are the request's own. */
  readonly at: string
  readonly value: T
  readonly rows: readonly FieldRow<T>[]
  /** Each value is the text of its field. */
  readonly onChange: (values: Partial<T>) => void
}

export function Fields<T>({ at, value, rows, onChange, errorOf, onBlur }: Props<T>) {
  const pathOf = (below: string) => [at, below].filter(Boolean).join('.')
  return rows.map(({ member, label, choices, long, input, width, ...row }) => {
    const path = pathOf(row.at ?? member)
    const error = [path, ...(row.also ?? []).map(pathOf)].map(errorOf).find(Boolean)
    const common = {
      className: 'input',
      'data-at': path,
      value: String(value[member] ?? ''),
      onBlur: () => onBlur?.(path),
      onChange: (event: { target: { value: string } }) =>
        onChange({ [member]: event.target.value } as Partial<T>),
    }
    return (
      <Field
        key={member}
        label={label}
        optional={row.optional ?? false}
        help={row.help}
        error={error}
        className={width ?? ''}
      >
        {choices ? (
          <select {...common}>
            {choices.map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        ) : long ? (
          <textarea {...common} {...input} />
        ) : (
          <input autoComplete="off" {...common} {...input} />
        )}
      </Field>
    )
  })
}
