import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

interface Props extends Omit<ComponentProps<'input'>, 'width'> {
  readonly label: ReactNode
  readonly optional?: boolean
  readonly help?: ReactNode
  readonly error?: string | null | undefined
  /** Of the twelfths of its row: `w6`. */
  readonly width?: string
}

/** A field of one line. */
export function Input({
  label,
  optional,
  help,
  error,
  width,
  className = 'input',
  ...input
}: Props) {
  return (
    <Field {...{ label, help, error }} optional={optional ?? false} className={width ?? ''}>
      <input {...input} className={className} />
    </Field>
  )
}

/** What nobody else may read. */
export function Password(props: Omit<Props, 'type'>) {
  return <Input type="password" autoComplete="off" required {...props} />
}
