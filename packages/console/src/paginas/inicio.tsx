/** The start page: first what is due, each with its time; then recent activity. */
import { Link } from 'wouter'
import type { PasosDeProduccion } from '../api/settings-types.ts'
import type { DatosInicio } from '../api/types.ts'
import { useCall } from '../api/use-call.ts'
import { useSession } from '../app/session.tsx'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { now } from '../clock.ts'
import { LoadError } from '../ui/states.tsx'
import { dateTime, longDate } from '../ui/text.ts'
import { Atender } from './inicio/atender.tsx'
import { Rapido, Ultimos } from './inicio/documentos.tsx'
import { Mes } from './inicio/mes.tsx'
import css from './inicio.module.css'

export function Page() {
  const workspace = useWorkspace()
  const query = useCall<DatosInicio>(
    ['inicio', workspace.empresa.nit, workspace.ambiente],
    `${apiOf(workspace)}/inicio`,
    { refetchInterval: 30_000 },
  )
  return (
    <div className="page">
      <div className="head">
        <h1>Inicio</h1>
        <span className="sub">{longDate(now())}</span>
      </div>
      <SegundoFactor />
      <Preparacion />
      <div className={css.home}>
        {query.data === undefined && query.error ? (
          <section className="card">
            <LoadError error={query.error} retry={() => void query.refetch()} />
          </section>
        ) : (
          <div className="stack">
            <Atender asuntos={query.data?.atender} />
            <Mes mes={query.data?.mes} />
          </div>
        )}
        <div className="stack">
          {may(workspace.empresa.rol, 'emitir') && <Rapido />}
          {(query.data || !query.error) && <Ultimos filas={query.data?.ultimos} />}
        </div>
      </div>
    </div>
  )
}

/** Who issued before issuers needed a second factor is told while there is time. */
function SegundoFactor() {
  const { segundoFactorHasta } = useSession()
  if (!segundoFactorHasta) return null
  return (
    <p className="notice warn">
      Para emitir después del {dateTime(segundoFactorHasta)} necesita un segundo factor. Actívelo
      antes, en un momento sin clientes.
      <Link className="btn primary compact" href="~/yo/acceso">
        Activarlo
      </Link>
    </p>
  )
}

/** The preparation tasks, shown until the first test invoice is sealed. */
function Preparacion() {
  const { nit, rol, produccionDesde } = useWorkspace().empresa
  const { data } = useCall<PasosDeProduccion>(['preparar', nit], `/${nit}/preparar`, {
    enabled: may(rol, 'ajustes') && produccionDesde === null,
    staleTime: 60_000,
  })
  const missing = data?.pasos.filter(({ listo }) => !listo).length ?? 0
  if (missing === 0) return null
  return (
    <p className="notice info">
      <span>
        <b>Prepare la empresa.</b> {missing === 1 ? 'Falta un paso' : `Faltan ${missing} pasos`}{' '}
        para su primera factura de prueba.
      </span>
      <Link className="btn primary compact" href="/preparar">
        Seguir
      </Link>
    </p>
  )
}
