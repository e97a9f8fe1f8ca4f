/** The frame of every page: company, environment, point of sale, navigation, sign key. */
import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  ChevronLeft,
  ChevronsUpDown,
  CircleCheck,
  Clock,
  CloudOff,
  KeyRound,
  Lock,
  LockOpen,
  Menu as MenuIcon,
  Plus,
  Search,
} from 'lucide-react'
import {
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../api/http.ts'
import type { DatosInicio, Hacienda } from '../api/types.ts'
import { useFirma } from '../firma/store.ts'
import { TIPO, TIPOS_DTE } from '../tipos.ts'
import { loadMenu, Menu, type MenuItem } from '../ui/menu.tsx'
import { countUpTo999, initials, time } from '../ui/text.ts'
import { Exportando } from './exportando.tsx'
import { typedEarly, useKeys } from './keys.ts'
import { NAV, type NavItem } from './nav.ts'
import { useSession } from './session.tsx'
import { useSignOut } from './sign-out.ts'
import { apiOf, may, NOMBRE_ROL, rootOf, type Workspace, WorkspaceContext } from './workspace.ts'

const loadCommands = () => import('./command-menu.tsx')
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
      const tipo = TIPOS_DTE.find((one) => TIPO[one].letra === letter)
      if (tipo && workspace && may(workspace.empresa.rol, 'emitir')) go(`/emitir/${tipo}`)
    },
    go: (letter) => {
      const item = NAV.find((one) => one.letter === letter)
      if (item && workspace && may(workspace.empresa.rol, item.acto)) go(item.path)
    },
  })
  return (
    <div className="app">
      <a className="skip" href="#contenido">
        Ir al contenido
      </a>
      <Side workspace={workspace} />
      <div className="main">
        <MobileTop
          workspace={workspace}
          search={() => setOver('commands')}
          firma={() => setOver('firma')}
        />
        <header className="top">
          <button type="button" className="search" onClick={() => setOver('commands')}>
            <Search className="i" aria-hidden />
            Buscar documento, cliente o acción
            <kbd>Ctrl K</kbd>
          </button>
          <span className="sp" />
          {workspace && <HaciendaPill workspace={workspace} />}
          {workspace && may(workspace.empresa.rol, 'emitir') && (
            <FirmaPill workspace={workspace} open={() => setOver('firma')} />
          )}
        </header>
        {workspace?.ambiente === '00' && (
          <div className="envbar">
            Ambiente de pruebas. <span>Nada de lo emitido tiene validez tributaria.</span>
          </div>
        )}
        <Offline />
        <Exportando />
        <main id="contenido" tabIndex={-1}>
          {children}
        </main>
      </div>
      {workspace && <TabBar workspace={workspace} />}
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

/**
 * What is typed after `Ctrl K` while the menu is still being loaded: it is begun with, and reaches nothing else. The
 * menu is loaded while the page rests; over a slow network it may be asked for before.
 */
function useEarlyKeys(open: boolean): () => string {
  const typed = useRef('')
  useEffect(() => {
    const load = () => {
      // Without them now, they are asked for with the first Ctrl K and the first menu.
      for (const part of [loadCommands, loadMenu]) part().catch(() => {})
    }
    const timer = setTimeout(load, PRELOAD_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    typed.current = ''
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      const next = typedEarly(typed.current, event)
      if (next === null || document.querySelector('dialog[open]')) return
      typed.current = next
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [open])
  return () => typed.current
}
const PRELOAD_MS = 1_500

/** The counts of rejected and of unsealed documents, for the badges. */
function useWaiting(workspace: Workspace | null) {
  const { data } = useQuery({
    queryKey: ['inicio', workspace?.empresa.nit, workspace?.ambiente],
    queryFn: () => call<DatosInicio>(`${workspace ? apiOf(workspace) : ''}/inicio`),
    enabled: workspace !== null,
  })
  const rechazados = data?.atender.filter(({ clase }) => clase === 'rechazado').length ?? 0
  return { '/documentos': rechazados, '/contingencia': data?.sinSello ?? 0 } as Readonly<
    Record<string, number>
  >
}

/** More than these are on their own page. */
const EMPRESAS_MAX = 8

function Side({ workspace }: { workspace: Workspace | null }) {
  const { persona, empresas } = useSession()
  const waiting = useWaiting(workspace)
  const signOut = useSignOut()
  const items = workspace ? NAV.filter(({ acto }) => may(workspace.empresa.rol, acto)) : []
  const above = items.filter(({ path }) => path !== '/ajustes')
  const below = items.filter(({ path }) => path === '/ajustes')
  const link = (item: NavItem) => (
    <NavLink key={item.path} item={item} workspace={workspace} waiting={waiting[item.path] ?? 0} />
  )
  return (
    <nav className="side" aria-label="Principal">
      <Switcher workspace={workspace} />
      {workspace && may(workspace.empresa.rol, 'emitir') && (
        <Link className="emit" href={`~${workspace.root}/emitir/01`}>
          <Plus className="i" aria-hidden />
          Emitir <kbd>N</kbd>
        </Link>
      )}
      {!workspace &&
        empresas.slice(0, EMPRESAS_MAX).map((one) => (
          <Link
            key={one.nit}
            className="nav"
            href={`~${rootOf(one.nit, one.produccionDesde ? '01' : '00')}`}
          >
            <Building2 className="i" aria-hidden />
            <span className="name">{one.nombreComercial ?? one.nombre}</span>
          </Link>
        ))}
      {above.map(link)}
      {below.length > 0 && <div className="gap" />}
      {below.map(link)}
      <div className="foot">
        <Menu
          label="Su cuenta"
          className="co"
          trigger={
            <>
              <span className="av">{initials(persona.nombre)}</span>
              <span>
                <b>{persona.nombre}</b>
                <small>{workspace ? NOMBRE_ROL[workspace.empresa.rol] : persona.correo}</small>
              </span>
            </>
          }
          items={useAccountItems(signOut)}
        />
      </div>
    </nav>
  )
}

function useAccountItems(signOut: () => void): readonly MenuItem[] {
  const [, navigate] = useLocation()
  return [
    { label: 'Mi acceso y mis sesiones', run: () => navigate('~/yo/acceso') },
    { label: 'Mi firma', run: () => navigate('~/yo/firma') },
    { label: 'Atajos y apariencia', run: () => navigate('~/yo/atajos') },
    { label: 'Salir', run: signOut },
  ]
}

function NavLink(props: { item: NavItem; workspace: Workspace | null; waiting: number }) {
  const { item, workspace, waiting } = props
  const [path] = useLocation()
  const Icon = item.icon
  const here = item.path === '/' ? path === '/' : path.startsWith(item.path)
  return (
    <Link
      className="nav"
      href={`~${workspace?.root ?? ''}${item.path === '/' ? '' : item.path}`}
      {...(here ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon className="i" aria-hidden />
      {item.label}
      {waiting > 0 && (
        <span className={item.path === '/contingencia' ? 'badge w' : 'badge'}>
          {countUpTo999(waiting)}
        </span>
      )}
    </Link>
  )
}

function Switcher({ workspace }: { workspace: Workspace | null }) {
  const { empresas, persona } = useSession()
  const [, navigate] = useLocation()
  const items: (MenuItem | null)[] = empresas.flatMap((one) => [
    {
      label: one.nombreComercial ?? one.nombre,
      note: one.produccionDesde ? 'Producción' : 'Aún sin producción',
      why: one.produccionDesde ? null : 'Aún no pasa a producción.',
      run: () => navigate(`~${rootOf(one.nit, '01')}`),
    },
    {
      label: `${one.nombreComercial ?? one.nombre} · pruebas`,
      note: 'Ambiente de pruebas',
      run: () => navigate(`~${rootOf(one.nit, '00')}`),
    },
    null,
  ])
  items.push({
    label: persona.operador ? 'Todas las empresas' : 'Mis empresas',
    run: () => navigate('~/empresas'),
  })
  const empresa = workspace?.empresa
  const punto = empresa?.puntoDeVenta
  const name = empresa ? (empresa.nombreComercial ?? empresa.nombre) : 'Sello'
  return (
    <Menu
      label="Cambiar de empresa"
      className="co"
      trigger={
        <>
          <span className="logo">{initials(name) || 'S'}</span>
          <span>
            <b>{name}</b>
            <small>
              {punto
                ? `${punto.codEstable} · ${punto.codPuntoVenta}`
                : empresa
                  ? 'Sin punto de venta'
                  : 'Consola'}
            </small>
          </span>
          <ChevronsUpDown className="i" aria-hidden />
        </>
      }
      items={items}
    />
  )
}

const ASK_MS = 30_000

/** How the ministry answers now; the page of contingencies says the rest. */
function HaciendaPill({ workspace }: { workspace: Workspace }) {
  const { data } = useQuery({
    queryKey: ['hacienda', apiOf(workspace)],
    queryFn: () => call<Hacienda>(`${apiOf(workspace)}/hacienda`),
    refetchInterval: ASK_MS,
  })
  // Of a service that has not called yet nothing is known.
  if (!data?.ultimaRespuesta && data?.estado !== 'sin_respuesta') return null
  const { estado, desde, segundos } = data
  const isAway = estado === 'sin_respuesta'
  const Icon = isAway ? CloudOff : estado === 'degradado' ? Clock : CircleCheck
  return (
    <Link
      className={`pill ${estado === 'disponible' ? 'ok' : 'warn'} hacienda`}
      href={`~${workspace.root}/contingencia`}
    >
      <Icon className="i" aria-hidden />
      {isAway
        ? `Hacienda no responde desde las ${time(desde)}`
        : estado === 'degradado'
          ? 'Hacienda responde a ratos'
          : segundos === null
            ? 'Hacienda responde'
            : `Hacienda responde en ${segundos < 0.1 ? '0.1' : segundos.toFixed(1)} s`}
    </Link>
  )
}

function FirmaPill({ workspace, open }: { workspace: Workspace; open: () => void }) {
  const firma = useFirma(workspace)
  return (
    <button type="button" className={`pill ${firma.openUntil ? 'info' : 'mute'}`} onClick={open}>
      <KeyRound className="i" aria-hidden />
      {firma.openUntil ? `Firma abierta hasta las ${time(firma.openUntil)}` : 'Firma cerrada'}
    </button>
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
      {!online && <div className="netbar">Sin conexión. Puede seguir escribiendo.</div>}
    </div>
  )
}

/** The state of the sign key where there is no space for its text. */
function FirmaIcon({ workspace, open }: { workspace: Workspace; open: () => void }) {
  const { openUntil } = useFirma(workspace)
  const said = openUntil ? `Firma abierta hasta las ${time(openUntil)}` : 'Firma cerrada'
  const Icon = openUntil ? LockOpen : Lock
  return (
    <button type="button" className="ib" onClick={open} aria-label={said} title={said}>
      <Icon className={openUntil ? 'i t-ok' : 'i'} aria-hidden />
    </button>
  )
}

function MobileTop(props: { workspace: Workspace | null; search: () => void; firma: () => void }) {
  const { workspace, search, firma } = props
  const [path] = useLocation()
  const item = NAV.find((one) => one.path !== '/' && path.startsWith(one.path))
  const tipo = TIPOS_DTE.find((one) => path.startsWith(`/emitir/${one}`))
  const title = tipo ? TIPO[tipo].nueva : path === '/preparar' ? 'Preparar' : item?.label
  const isInside = item !== undefined && item.path !== '/ajustes' && path.length > item.path.length
  const back = isInside ? item.path : ''
  return (
    <header className="mtop">
      {title && workspace ? (
        <>
          <Link
            className="ib"
            href={`~${workspace.root}${back}`}
            aria-label={isInside ? `Volver a ${item.label.toLowerCase()}` : 'Volver al inicio'}
          >
            <ChevronLeft className="i" aria-hidden />
          </Link>
          <b>{title}</b>
        </>
      ) : (
        <Switcher workspace={workspace} />
      )}
      <span className="sp" />
      {workspace && may(workspace.empresa.rol, 'emitir') && (
        <FirmaIcon workspace={workspace} open={firma} />
      )}
      <button type="button" className="ib" onClick={search} aria-label="Buscar">
        <Search className="i" aria-hidden />
      </button>
    </header>
  )
}

function TabBar({ workspace }: { workspace: Workspace }) {
  const [path, navigate] = useLocation()
  const signOut = useSignOut()
  const account = useAccountItems(signOut)
  if (path.startsWith('/emitir/')) return null
  const [inicio, documentos, clientes, ...rest] = NAV.filter(({ acto }) =>
    may(workspace.empresa.rol, acto),
  )
  const tab = (item: NavItem | undefined) => {
    if (!item) return <span />
    const Icon = item.icon
    const here = item.path === '/' ? path === '/' : path.startsWith(item.path)
    return (
      <Link
        href={`~${workspace.root}${item.path === '/' ? '' : item.path}`}
        {...(here ? { 'aria-current': 'page' as const } : {})}
      >
        <Icon className="i" aria-hidden />
        {item.label}
      </Link>
    )
  }
  return (
    <nav className="tabbar" aria-label="Secciones">
      {tab(inicio)}
      {tab(documentos)}
      {may(workspace.empresa.rol, 'emitir') ? (
        <Menu
          label="Emitir"
          className="c"
          trigger={<Plus className="i" aria-hidden />}
          items={TIPOS_DTE.map((tipo) => ({
            label: TIPO[tipo].nombre,
            run: () => navigate(`~${workspace.root}/emitir/${tipo}`),
          }))}
        />
      ) : (
        <span />
      )}
      {tab(clientes)}
      <Menu
        label="Más"
        className="more-tab"
        trigger={
          <>
            <MenuIcon className="i" aria-hidden />
            Más
          </>
        }
        items={[
          ...rest.map((item) => ({
            label: item.label,
            run: () => navigate(`~${workspace.root}${item.path}`),
          })),
          null,
          ...account,
        ]}
      />
    </nav>
  )
}
