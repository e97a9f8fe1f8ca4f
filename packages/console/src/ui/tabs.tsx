/** Tabs of one page: the arrows, Home and End choose, and Tab goes on to what is chosen. */
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface Props<K extends string> {
  readonly label: string
  /** In the order of the screen. */
  readonly tabs: Readonly<Record<K, string>>
  readonly value: K
  readonly onChange: (value: K) => void
  readonly className?: string | undefined
  /** Of the tab that is chosen. */
  readonly children: ReactNode
}

export function Tabs<K extends string>(props: Props<K>) {
  const { label, tabs, value, onChange, className, children } = props
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List className="tabs" aria-label={label} activateOnFocus>
        {Object.entries<string>(tabs).map(([name, word]) => (
          <Base.Tab key={name} value={name}>
            {word}
          </Base.Tab>
        ))}
      </Base.List>
      <Base.Panel value={value} {...(className ? { className } : {})}>
        {children}
      </Base.Panel>
    </Base.Root>
  )
}
