/** What stands in place of a page that broke, with a way on; and the reload that an update needs. */
import { CircleAlert } from 'lucide-react'
import { Component, type ReactNode } from 'react'
import { BASE } from '../base.ts'
import { now } from '../clock.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/states.tsx'

interface Props {
  /** Another one is another page: it is drawn anew. */
  readonly path: string
  readonly children: ReactNode
}

/** React tells only a class of an error below it. */
export class Fault extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override componentDidUpdate({ path }: Props) {
    if (this.state.isBroken && path !== this.props.path) this.setState({ isBroken: false })
  }

  override render() {
    return this.state.isBroken ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <Empty isAlert icon={<CircleAlert className="icon" aria-hidden />}>
      <p>
        Esta página no se pudo mostrar. Nada se emitió por eso, y sus borradores están guardados.
      </p>
      <Button primary onClick={() => location.reload()}>
        Recargar
      </Button>
      <p className="small">Si se repite, dígalo a quien opera el servicio.</p>
    </Empty>
  )
}

const RELOADED = 'sello-recargada'
const ONCE_MS = 60_000

/**
 * For a part of the console that did not load: it was built before the last update, and the service has another one
 * now. If the service answers, the page is loaded again, once, and this never returns; else `Fault` says it.
 */
export async function reloadOnce(): Promise<void> {
  const at = now().getTime()
  if (at - Number(sessionStorage.getItem(RELOADED)) < ONCE_MS) return
  const headers = { accept: 'text/html' }
  // Without a network the page stays: what did not load is the error that is told.
  const answer = await fetch(`${BASE}/`, { cache: 'no-store', headers }).catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(RELOADED, String(at))
  location.reload()
  await new Promise(() => {})
}
