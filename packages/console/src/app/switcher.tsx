import { ChevronsUpDown } from 'lucide-react'
import { useLocation } from 'wouter'
import { Menu, type MenuItem } from '../ui/menu.tsx'
import { initials } from '../ui/text.ts'
import { useSession } from './session.tsx'

import who from './who.module.css'
import { may, rootOf, type Workspace } from './workspace.ts'

/** The company, its environment and its point of sale, and the way to another. */
export function Switcher({ workspace }: { workspace: Workspace | null }) {
  const { empresas, persona } = useSession()
  const [, navigate] = useLocation()
  const wayToProduction = (nit: string): MenuItem => ({
    label: 'Qué falta para producción',
    run: () => navigate(`~${rootOf(nit, '00')}/ajustes/certificacion`),
  })
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
    ...(one.produccionDesde === null && may(one.rol, 'ajustes') ? [wayToProduction(one.nit)] : []),
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
      className={who.who}
      trigger={
        <>
          <span className={who.company}>{initials(name) || 'S'}</span>
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
          <ChevronsUpDown className="icon" aria-hidden />
        </>
      }
      items={items}
    />
  )
}
