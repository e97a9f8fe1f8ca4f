import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'onChange'> {
  readonly onCheck?: (isChecked: boolean) => void
}

/** A box to tick, and its words. */
export function Check({ onCheck, children, ...input }: Props) {
  return (
    <label className="check">
      <input type="checkbox" {...input} onChange={({ target }) => onCheck?.(target.checked)} />
      {children}
    </label>
  )
}
