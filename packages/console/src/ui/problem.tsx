import type { ReactNode } from 'react'

/** What went wrong, if anything did; readers hear it at once. */
export function Problem({ text, className = 'err' }: { text: ReactNode; className?: string }) {
  if (!text) return null
  return (
    <p className={className} role="alert">
      {text}
    </p>
  )
}
