/** On a phone: the bar above with where one is, and the bar below with where one goes. */
import { ChevronLeft, Lock, LockOpen, Menu as MenuIcon, Plus, Search } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useFirma } from '../firma/store.ts'
import { EMITIBLES, TIPO } from '../tipos.ts'
import { Menu } from '../ui/menu.tsx'
import { time } from '../ui/text.ts'
import { useAccountItems } from './account.ts'
import { NAV, type NavItem } from './nav.ts'
import styles from './phone-bars.module.css'
import { Switcher } from './switcher.tsx'
import { may, type Workspace } from './workspace.ts'

export function PhoneTop(props: {
  workspace: Workspace | null
  search: () => void
  firma: () => void
}) {
  const { workspace, search, firma } = props
  const [path] = useLocation()
  const item = NAV.find((one) => one.path !== '/' && path.startsWith(one.path))
  const tipo = EMITIBLES.find((one) => path.startsWith(`/emitir/${one}`))
  const title = tipo ? TIPO[tipo].nueva : path === '/preparar' ? 'Preparar' : item?.label
  const isInside = item !== undefined && item.path !== '/ajustes' && path.length > item.path.length
  const back = isInside ? item.path : ''
  return (
    <header className={styles.top}>
      {title && workspace ? (
        <>
          <Link
            className="icon-button"
            href={`~${workspace.root}${back}`}
            aria-label={isInside ? `Volver a ${item.label.toLowerCase()}` : 'Volver al inicio'}
          >
            <ChevronLeft className="icon" aria-hidden />
          </Link>
          <span className={styles.where}>
            <b>{title}</b>
            <small>{workspace.empresa.nombreComercial ?? workspace.empresa.nombre}</small>
          </span>
        </>
      ) : (
        <Switcher workspace={workspace} />
      )}
      <span className="space" />
      {workspace && may(workspace.empresa.rol, 'emitir') && (
        <FirmaIcon workspace={workspace} open={firma} />
      )}
      <button type="button" className="icon-button" onClick={search} aria-label="Buscar">
        <Search className="icon" aria-hidden />
      </button>
    </header>
  )
}

/** The state of the sign key where there is no space for its text. */
function FirmaIcon({ workspace, open }: { workspace: Workspace; open: () => void }) {
  const { openUntil } = useFirma(workspace)
  const said = openUntil ? `Firma abierta hasta las ${time(openUntil)}` : 'Firma cerrada'
  const Icon = openUntil ? LockOpen : Lock
  return (
    <button type="button" className="icon-button" onClick={open} aria-label={said} title={said}>
      <Icon className={openUntil ? 'icon t-ok' : 'icon'} aria-hidden />
    </button>
  )
}

export function PhoneTabs({ workspace }: { workspace: Workspace }) {
  const [path, navigate] = useLocation()
  const account = useAccountItems()
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
        <Icon className="icon" aria-hidden />
        {item.label}
      </Link>
    )
  }
  return (
    <nav className={styles.tabs} aria-label="Secciones">
      {tab(inicio)}
      {tab(documentos)}
      {may(workspace.empresa.rol, 'emitir') ? (
        <Menu
          label="Emitir"
          className={styles.issue}
          trigger={<Plus className="icon" aria-hidden />}
          items={EMITIBLES.map((tipo) => ({
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
        className=""
        trigger={
          <>
            <MenuIcon className="icon" aria-hidden />
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
