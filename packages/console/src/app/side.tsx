/** The navigation beside every page; on a phone the bars of `phone-bars.tsx` stand for it. */
import { useQuery } from '@tanstack/react-query'
import { Building2, Plus } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { call } from '../api/http.ts'
import type { DatosInicio } from '../api/types.ts'
import { Menu } from '../ui/menu.tsx'
import { countUpTo999, initials } from '../ui/text.ts'
import { useAccountItems } from './account.ts'
import { NAV, type NavItem } from './nav.ts'
import { useSession } from './session.tsx'
import styles from './side.module.css'
import { Switcher } from './switcher.tsx'
import who from './who.module.css'
import { apiOf, may, NOMBRE_ROL, rootOf, type Workspace } from './workspace.ts'

/** More than these are on their own page. */
const EMPRESAS_MAX = 8

export function Side({ workspace }: { workspace: Workspace | null }) {
  const { persona, empresas } = useSession()
  const waiting = useWaiting(workspace)
  const items = workspace ? NAV.filter(({ acto }) => may(workspace.empresa.rol, acto)) : []
  const above = items.filter(({ path }) => path !== '/ajustes')
  const below = items.filter(({ path }) => path === '/ajustes')
  const link = (item: NavItem) => (
    <NavLink key={item.path} item={item} workspace={workspace} waiting={waiting[item.path] ?? 0} />
  )
  return (
    <nav className={styles.side} aria-label="Principal">
      <Switcher workspace={workspace} />
      {workspace && may(workspace.empresa.rol, 'emitir') && (
        <Link className={styles.issue} href={`~${workspace.root}/emitir/01`}>
          <Plus className="icon" aria-hidden />
          Emitir <kbd>N</kbd>
        </Link>
      )}
      {!workspace &&
        empresas.slice(0, EMPRESAS_MAX).map((one) => (
          <Link
            key={one.nit}
            className={styles.link}
            href={`~${rootOf(one.nit, one.produccionDesde ? '01' : '00')}`}
          >
            <Building2 className="icon" aria-hidden />
            <span className={styles.name}>{one.nombreComercial ?? one.nombre}</span>
          </Link>
        ))}
      {above.map(link)}
      {below.length > 0 && <div className={styles.line} />}
      {below.map(link)}
      <div className={styles.foot}>
        <Menu
          label="Su cuenta"
          className={who.who}
          trigger={
            <>
              <span className={who.person}>{initials(persona.nombre)}</span>
              <span>
                <b>{persona.nombre}</b>
                <small>{workspace ? NOMBRE_ROL[workspace.empresa.rol] : persona.correo}</small>
              </span>
            </>
          }
          items={useAccountItems()}
        />
      </div>
    </nav>
  )
}

/** The counts of rejected and of unsealed documents, and of the sales that wait for a person, for the badges. */
function useWaiting(workspace: Workspace | null) {
  const { data } = useQuery({
    queryKey: ['inicio', workspace?.empresa.nit, workspace?.ambiente],
    queryFn: () => call<DatosInicio>(`${workspace ? apiOf(workspace) : ''}/inicio`),
    enabled: workspace !== null,
  })
  const rechazados = data?.atender.filter(({ clase }) => clase === 'rechazado').length ?? 0
  const waiting: Readonly<Record<string, number>> = {
    '/documentos': rechazados,
    '/propuestas': data?.propuestas ?? 0,
    '/contingencia': data?.sinSello ?? 0,
  }
  return waiting
}

/** Red is what is wrong; these wait. */
const BADGE: Readonly<Record<string, string>> = {
  '/contingencia': 'badge due',
  '/propuestas': 'badge muted',
}

function NavLink(props: { item: NavItem; workspace: Workspace | null; waiting: number }) {
  const { item, workspace, waiting } = props
  const [path] = useLocation()
  const Icon = item.icon
  const here = item.path === '/' ? path === '/' : path.startsWith(item.path)
  return (
    <Link
      className={styles.link}
      href={`~${workspace?.root ?? ''}${item.path === '/' ? '' : item.path}`}
      {...(here ? { 'aria-current': 'page' as const } : {})}
    >
      <Icon className="icon" aria-hidden />
      {item.label}
      {waiting > 0 && <span className={BADGE[item.path] ?? 'badge'}>{countUpTo999(waiting)}</span>}
    </Link>
  )
}
