/** The settings of a company, each part at its own address. */
import { type ComponentType, useEffect, useRef } from 'react'
import { Link, Redirect, useParams } from 'wouter'
import { type Acto, may, useWorkspace } from '../../app/workspace.ts'
import { Empty } from '../../ui/states.tsx'
import { Almacenamiento } from './almacenamiento.tsx'
import { Auditoria } from './auditoria.tsx'
import { Certificacion } from './certificacion.tsx'
import { Certificado } from './certificado.tsx'
import { Correo } from './correo.tsx'
import { Credenciales } from './credenciales.tsx'
import { EmpresaPage } from './empresa.tsx'
import { Llaves } from './llaves.tsx'
import { Marca } from './marca.tsx'
import { Personas } from './personas.tsx'
import { Produccion } from './produccion.tsx'
import { Puntos } from './puntos.tsx'
import { Webhooks } from './webhooks.tsx'

interface Part {
  readonly path: string
  readonly label: string
  readonly acto: Acto
  readonly page: ComponentType
}

// biome-ignore format: a table
const PARTS: readonly Part[] = [
  { path: 'empresa',        label: 'Empresa',        acto: 'ajustes',   page: EmpresaPage },
  { path: 'marca',          label: 'Marca',          acto: 'ajustes',   page: Marca },
  { path: 'puntos',         label: 'Puntos de venta', acto: 'ajustes',  page: Puntos },
  { path: 'certificado',    label: 'Certificado',    acto: 'ajustes',   page: Certificado },
  { path: 'credenciales',   label: 'Hacienda',       acto: 'ajustes',   page: Credenciales },
  { path: 'correo',         label: 'Correo',         acto: 'ajustes',   page: Correo },
  { path: 'almacenamiento', label: 'Almacenamiento', acto: 'ajustes',   page: Almacenamiento },
  { path: 'llaves',         label: 'Llaves',         acto: 'ajustes',   page: Llaves },
  { path: 'webhooks',       label: 'Webhooks',       acto: 'ajustes',   page: Webhooks },
  { path: 'personas',       label: 'Personas',       acto: 'ajustes',   page: Personas },
  { path: 'certificacion',  label: 'Certificación', acto: 'ajustes',  page: Certificacion },
  { path: 'produccion',     label: 'Producción',     acto: 'ajustes',   page: Produccion },
  { path: 'auditoria',      label: 'Auditoría',      acto: 'auditoria', page: Auditoria },
]

export function Page() {
  const { empresa } = useWorkspace()
  const { parte } = useParams<{ parte?: string }>()
  const own = PARTS.filter(({ acto }) => may(empresa.rol, acto))
  const part = own.find(({ path }) => path === parte)
  const Body = part?.page
  const tabs = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the part moves which tab is current
  useEffect(() => {
    tabs.current
      ?.querySelector('[aria-current]')
      ?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [parte])
  if (!parte && own[0]) return <Redirect to={`/ajustes/${own[0].path}`} replace />
  return (
    <div className="page">
      <div className="head">
        <h1 className="dup">Ajustes</h1>
        <span className="sub">{part?.label}</span>
      </div>
      <nav ref={tabs} className="tabs" aria-label="Ajustes">
        {own.map(({ path, label }) => (
          <Link
            key={path}
            href={`/ajustes/${path}`}
            {...(path === parte ? { 'aria-current': 'page' as const } : {})}
          >
            {label}
          </Link>
        ))}
      </nav>
      {Body ? (
        <Body />
      ) : (
        <Empty>No tiene permiso para ver esta página. Pídalo a {empresa.dueno}.</Empty>
      )}
    </div>
  )
}
