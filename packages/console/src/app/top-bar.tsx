/** Above every page: search, and how the ministry and the sign key are. On a phone: `phone-bars.tsx`. */
import { KeyRound, Search } from 'lucide-react'
import { useFirma } from '../firma/store.ts'
import { time } from '../ui/text.ts'
import { HaciendaPill } from './hacienda-pill.tsx'
import styles from './top-bar.module.css'
import { may, type Workspace } from './workspace.ts'

interface Props {
  readonly workspace: Workspace | null
  readonly search: () => void
  readonly firma: () => void
}

export function TopBar({ workspace, search, firma }: Props) {
  return (
    <header className={styles.top}>
      <button type="button" className={styles.search} onClick={search}>
        <Search className="icon" aria-hidden />
        <span>Buscar documento, cliente o acción</span>
        <kbd>Ctrl K</kbd>
      </button>
      <span className="space" />
      {workspace && <HaciendaPill workspace={workspace} />}
      {workspace && may(workspace.empresa.rol, 'emitir') && (
        <FirmaPill workspace={workspace} open={firma} />
      )}
    </header>
  )
}

function FirmaPill({ workspace, open }: { workspace: Workspace; open: () => void }) {
  const firma = useFirma(workspace)
  return (
    <button type="button" className={`pill ${firma.openUntil ? 'info' : 'mute'}`} onClick={open}>
      <KeyRound className="icon" aria-hidden />
      {firma.openUntil ? `Firma abierta hasta las ${time(firma.openUntil)}` : 'Firma cerrada'}
    </button>
  )
}
