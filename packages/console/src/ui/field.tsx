import { CircleAlert } from 'lucide-react'
import { cloneElement, type ReactElement, type ReactNode, use, useId } from 'react'
import { Faults } from './form.tsx'

interface Props {
  readonly label: ReactNode
  readonly optional?: boolean
  readonly help?: ReactNode
  readonly error?: string | null | undefined
  readonly className?: string
  /** One control; it receives its id and the id of its description. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A label, its control and its error, connected for screen readers. */
export function Field({ label, optional, help, className, children, ...props }: Props) {
  const id = useId()
  const faults = use(Faults)
  const error = faults.get(id) ?? props.error
  const described = [help && `${id}-h`, error && `${id}-e`].filter(Boolean).join(' ')
  return (
    <div className={['field', className].filter(Boolean).join(' ')}>
      <label htmlFor={id}>
        {label}
        {optional && <span className="opt"> (opcional)</span>}
      </label>
      {cloneElement(children, {
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {help && (
        <span className="help" id={`${id}-h`}>
          {help}
        </span>
      )}
      {error && (
        <span className="err" id={`${id}-e`}>
          <CircleAlert className="icon" aria-hidden />
          {error}
        </span>
      )}
    </div>
  )
}
