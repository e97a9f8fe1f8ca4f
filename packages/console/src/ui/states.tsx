/** What every page shows while loading, after an error, and when empty. */
import { CircleAlert, CloudOff, Inbox } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError, Unreachable } from '../api/http.ts'
import { Button } from './button.tsx'
import styles from './states.module.css'

/** The message for a person, for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) {
    if (error.status === 503) {
      const seconds = error.retryAfterSeconds ?? 5
      return `El servicio no está listo. Reintente en ${seconds} s, sin riesgo.`
    }
    return error.message
  }
  if (error instanceof Unreachable) return 'Sin conexión. Puede seguir escribiendo.'
  if (error instanceof DOMException && error.name === 'NotAllowedError') {
    return 'No se usó la llave de acceso. Inténtelo otra vez.'
  }
  return error instanceof Error && error.message ? error.message : 'No se pudo completar.'
}

export function LoadError({ error, retry }: { error: unknown; retry: () => void }) {
  const known = error instanceof ApiError
  if (known && error.code === 'role_not_allowed') {
    const dueno = error.details.dueno
    return (
      <Empty isAlert icon={<CircleAlert className="icon" aria-hidden />}>
        <p>
          No tiene permiso para ver esta página.
          {typeof dueno === 'string' ? ` Pídalo a ${dueno}.` : ''}
        </p>
      </Empty>
    )
  }
  return (
    <Empty isAlert icon={<CloudOff className="icon" aria-hidden />}>
      <p>
        {known && error.status !== 503 ? 'No se pudo cargar. ' : ''}
        {known && error.status < 500
          ? error.message
          : known && error.status !== 503
            ? ''
            : messageOf(error)}
      </p>
      <Button onClick={retry}>Reintentar</Button>
      {known && error.requestId && <p className="small">Código {error.requestId}</p>}
    </Empty>
  )
}

/** Skeleton rows of the final height, shown after 150 ms so that fast loads do not flicker. */
export function Skeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Late>
      {Array.from({ length: rows }, (_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <div key={n} className={`section ${styles.row}`}>
          <span className="skel" style={{ width: `${40 + ((n * 17) % 45)}%` }} />
        </div>
      ))}
    </Late>
  )
}

/** Takes its space at once, and is seen after 150 ms. */
export function Late({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-hidden className={shown ? '' : styles.waiting}>
      {children}
    </div>
  )
}

interface EmptyProps {
  readonly children: ReactNode
  readonly icon?: ReactNode
  /** It tells of a failure. */
  readonly isAlert?: boolean
}

export function Empty({ children, icon, isAlert }: EmptyProps) {
  return (
    <div className={styles.empty} {...(isAlert ? { role: 'alert' } : {})}>
      {icon === undefined ? <Inbox className="icon" aria-hidden /> : icon}
      {children}
    </div>
  )
}

interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Shows cached rows at once, otherwise the skeleton, otherwise the error in place. */
export function Loaded<T>(props: {
  query: Query<T>
  rows?: number
  children: (data: T) => ReactNode
}) {
  const { query, rows, children } = props
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <LoadError error={query.error} retry={() => void query.refetch()} />
  return <Skeleton {...(rows === undefined ? {} : { rows })} />
}
