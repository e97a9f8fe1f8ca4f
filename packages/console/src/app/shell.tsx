/** The frame of every page: company, environment, point of sale, navigation, sign key. */
import { lazy, type ReactNode, Suspense, useContext, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { EMITIBLES, TIPO } from '../tipos.ts'
import { loadCommands, useEarlyKeys } from './early-keys.ts'
import { Exportando } from './exportando.tsx'
import { useKeys } from './keys.ts'
import { NAV } from './nav.ts'
import { PhoneTabs, PhoneTop } from './phone-bars.tsx'
import styles from './shell.module.css'
import { Side } from './side.tsx'
import { TopBar } from './top-bar.tsx'
import { may, WorkspaceContext } from './workspace.ts'

const CommandMenu = lazy(async () => ({ default: (await loadCommands()).CommandMenu }))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))
const FirmaDialog = lazy(async () => ({
  default: (await import('../firma/dialog.tsx')).FirmaDialog,
}))

export function Shell({ children }: { children: ReactNode }) {
  const workspace = useContext(WorkspaceContext)
  const [, navigate] = useLocation()
  const [over, setOver] = useState<'commands' | 'help' | 'firma' | null>(null)
  const early = useEarlyKeys(over === 'commands')
  const go = (path: string) => navigate(`~${(workspace?.root ?? '') + path}`)
  useKeys({
    commands: () => setOver('commands'),
    help: () => setOver('help'),
    issue: (letter) => {
      const tipo = EMITIBLES.find((one) => TIPO[one].letra === letter)
      if (tipo && workspace && may(workspace.empresa.rol, 'emitir')) go(`/emitir/${tipo}`)
    },
    go: (letter) => {
      const item = NAV.find((one) => one.letter === letter)
      if (item && workspace && may(workspace.empresa.rol, item.acto)) go(item.path)
    },
  })
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#contenido">
        Ir al contenido
      </a>
      <Side workspace={workspace} />
      <div className={styles.main}>
        <PhoneTop
          workspace={workspace}
          search={() => setOver('commands')}
          firma={() => setOver('firma')}
        />
        <TopBar
          workspace={workspace}
          search={() => setOver('commands')}
          firma={() => setOver('firma')}
        />
        {workspace?.ambiente === '00' && (
          <aside className={styles.testing} aria-label="Ambiente">
            Ambiente de pruebas. <span>Nada de lo emitido tiene validez tributaria.</span>
          </aside>
        )}
        <Offline />
        <Exportando />
        <main id="contenido" tabIndex={-1}>
          {children}
        </main>
      </div>
      {workspace && <PhoneTabs workspace={workspace} />}
      <Suspense>
        {over === 'commands' && <CommandMenu typed={early} onClose={() => setOver(null)} />}
        {over === 'help' && <KeyHelp onClose={() => setOver(null)} />}
        {over === 'firma' && workspace && (
          <FirmaDialog workspace={workspace} onClose={() => setOver(null)} />
        )}
      </Suspense>
    </div>
  )
}

function Offline() {
  const online = useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )
  return (
    <div role="status">
      {!online && <div className={styles.offline}>Sin conexión. Puede seguir escribiendo.</div>}
    </div>
  )
}
