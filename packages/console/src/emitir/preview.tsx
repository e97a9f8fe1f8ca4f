/** The printed copy, drawn on a canvas by the same code that prints it. */
import { Expand } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { avisoDeHoja } from '../fiscal/shown.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import css from './preview.module.css'
import type { Look, PreviewSource } from './preview-source.ts'

/** The delay between the last key and the drawing. */
const REST_MS = 120

interface Copy {
  readonly documento: unknown
  /** With its seal, as it is printed once it is issued. */
  readonly issued?: object | undefined
}

/** Below the totals. `lineas`: of the whole document, where `documento` has those of the first page alone. */
export function Preview({ documento, lineas }: { documento: unknown; lineas: number }) {
  const aviso = avisoDeHoja(lineas)
  const note = aviso && <p className="sub">{aviso}</p>
  const large = useLarge('Así se imprime', { documento }, note)
  return (
    <section className={css.preview} aria-label="Así se imprime">
      <div className={css.head}>
        <h2>Así se imprime</h2>
        <span className="space" />
        <button type="button" className="btn quiet compact" onClick={large.open}>
          <Expand className="icon" aria-hidden /> Ampliar
        </button>
      </div>
      <button
        type="button"
        className={css.sheet}
        onClick={large.open}
        aria-label="Ampliar la vista previa"
      >
        <Page documento={documento} />
      </button>
      {note}
      {large.dialog}
    </section>
  )
}

/** The printed copy beside what is said of an issued document; on a phone, behind a button. */
export function CopiaImpresa(copy: Copy) {
  const large = useLarge('Copia impresa', copy)
  return (
    <aside>
      <Button className="only-m" xl onClick={large.open}>
        Ver la copia impresa
      </Button>
      <button
        type="button"
        className={`${css.sheet} ${css.tall} only-d`}
        onClick={large.open}
        aria-label="Ampliar la copia impresa"
      >
        <Page {...copy} />
      </button>
      {large.dialog}
    </aside>
  )
}

/** A sheet of paper, as tall as its page, or cut. */
export function Sheet({ whole, children }: { whole?: boolean; children: ReactNode }) {
  return <div className={`${css.sheet} ${whole ? css.whole : css.tall}`}>{children}</div>
}

function useLarge(title: string, copy: Copy, note?: ReactNode) {
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen && (
    <Dialog title={title} wide onClose={() => setOpen(false)}>
      <div className={css.full}>
        <Page {...copy} />
      </div>
      {note}
    </Dialog>
  )
  return { open: () => setOpen(true), dialog }
}

/** The first page, as wide as its container. */
export function Page(props: Copy & { readonly look?: Look | undefined }) {
  const { documento, issued, look } = props
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    if (!documento) return
    let stopped = false
    const timer = setTimeout(() => {
      draw(canvas.current, { documento, issued, look }).then(
        () => setFailed(false),
        () => {
          if (!stopped) setFailed(true)
        },
      )
    }, REST_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [documento, issued, look])
  if (failed) return <p className="section sub">La vista previa no se pudo dibujar.</p>
  return <canvas ref={canvas} role="img" aria-label="Vista previa de la copia impresa" />
}

let source: Promise<PreviewSource> | null = null

/** Loaded once; after a failure the next drawing tries again. */
function loadSource(): Promise<PreviewSource> {
  source ??= import('./preview-source.ts')
    .then(({ loadPreview }) => loadPreview())
    .catch((error: unknown) => {
      source = null
      throw error
    })
  return source
}

/**
 * Loads the drawing code while the page is idle: evaluating it takes longer than a frame, and would delay typing.
 */
export function usePreloadedPreview(): void {
  useEffect(() => {
    // Safari has no idle callback. After a failed load the drawing tries again, and shows its failure.
    const preload = () => void loadSource().catch(() => {})
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(preload, REST_MS)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(preload)
    return () => cancelIdleCallback(idle)
  }, [])
}

interface Drawn {
  readonly documento: unknown
  readonly issued: object | undefined
  readonly look: Look | undefined
}

async function draw(
  canvas: HTMLCanvasElement | null,
  { documento, issued, look }: Drawn,
): Promise<void> {
  const preview = await loadSource()
  const page = issued ? preview.issued(issued, look) : preview.draft(documento, look)
  const context = canvas?.getContext('2d')
  if (!canvas || !context || !page) return
  const wide = canvas.parentElement?.clientWidth ?? page.width
  const scale = Math.max(1, (wide * Math.min(3, devicePixelRatio)) / page.width)
  canvas.width = Math.round(page.width * scale)
  canvas.height = Math.round(page.height * scale)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  page.paint(context, scale)
}
