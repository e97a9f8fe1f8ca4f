/** A text as a QR, dark on white in both themes: what reads it is a camera. */
import { useEffect, useState } from 'react'
import styles from './qr.module.css'

interface Drawn {
  readonly size: number
  readonly path: string
}

/** Light modules around the code, by its standard. */
const QUIET = 4

export function Qr({ text, label }: { text: string; label: string }) {
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  useEffect(() => {
    let stopped = false
    import('@sello/paper/qr').then(
      ({ qrOf }) => {
        const { size, path } = qrOf(text)
        if (!stopped) setDrawn({ size, path: svgPath(path) })
      },
      () => {}, // its text stands beside it
    )
    return () => {
      stopped = true
    }
  }, [text])
  if (!drawn) return <div className={styles.code} />
  const side = drawn.size + 2 * QUIET
  return (
    <svg
      className={styles.code}
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}
    >
      <path d={drawn.path} shapeRendering="crispEdges" />
    </svg>
  )
}

/** `x y width 1 re` of the printed copy as what SVG calls it. */
const svgPath = (path: string) =>
  path.replaceAll(
    /(\d+) (\d+) (\d+) 1 re\n/g,
    (_, x, y, width) => `M${x} ${y}h${width}v1h-${width}z`,
  )
