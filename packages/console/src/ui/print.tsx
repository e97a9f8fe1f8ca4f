/**
 * Prints a PDF of the service with one click. The file arrives as a blob, because the service lets no page frame its
 * answers; the blob in a hidden frame is the browser's own viewer, and that frame prints itself.
 */
import { type ReactNode, useState } from 'react'
import { callRaw } from '../api/http.ts'
import { Button } from './button.tsx'
import { messageOf } from './states.tsx'
import { toast } from './toast.tsx'

/** A tab has read its blob by then; the frame's is kept until the next one, since its dialog may still be open. */
const READ_MS = 60_000

let printing: { readonly frame: HTMLIFrameElement; readonly url: string } | null = null

/**
 * `path`: of a PDF, as `call` takes it. Where the browser prints no PDF in a frame, it is opened in a tab; a file that
 * does not arrive is said in a line.
 */
export async function printFile(path: string): Promise<void> {
  try {
    show(URL.createObjectURL(await (await callRaw(path)).blob()))
  } catch (error) {
    toast(messageOf(error))
  }
}

function show(url: string): void {
  if (!navigator.pdfViewerEnabled || matchMedia('(pointer: coarse)').matches) {
    inTab(url)
    return
  }
  printing?.frame.remove()
  if (printing) URL.revokeObjectURL(printing.url)
  const frame = document.createElement('iframe')
  printing = { frame, url }
  frame.className = 'unseen'
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  frame.src = url
  frame.addEventListener('load', () => {
    try {
      frame.contentWindow?.print()
    } catch {
      inTab(url) // Firefox's viewer is of another origin than its page
    }
  })
  document.body.append(frame)
}

function inTab(url: string): void {
  if (window.open(url) === null) toast('El navegador no dejó abrir la copia. Descárguela.')
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}

interface Props {
  readonly path: string
  readonly why?: string | null
  readonly className?: string
  readonly children: ReactNode
}

export function PrintButton({ path, children, ...rest }: Props) {
  const [busy, setBusy] = useState(false)
  const print = () => {
    setBusy(true)
    void printFile(path).finally(() => setBusy(false))
  }
  return (
    <Button {...rest} busy={busy} onClick={print}>
      {children}
    </Button>
  )
}
