/** What the ministry asks in its test service before production, and what of it is sealed. */
import { Link, useSearch } from 'wouter'
import type { Certificacion as Datos, TipoCertificado } from '../../api/settings-types.ts'
import { useCall } from '../../api/use-call.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { useEmpresa } from '../../emitir/use-evaluated.ts'
import { TIPO } from '../../tipos.ts'
import { Loaded } from '../../ui/states.tsx'
import { count, date } from '../../ui/text.ts'
import css from './certificacion.module.css'
import { Metas } from './certificacion-metas.tsx'
import { Siguiente } from './certificacion-siguiente.tsx'

/** A run makes about one document each second. */
const ASK_MS = 15_000

export function Certificacion() {
  const { empresa } = useWorkspace()
  const campana = new URLSearchParams(useSearch()).get('campana')
  const path = `/${empresa.nit}/certificacion${campana ? `?${new URLSearchParams({ campana })}` : ''}`
  const query = useCall<Datos>(['certificacion', empresa.nit, campana], path, {
    refetchInterval: ({ state }) => (state.data?.completa ? false : ASK_MS),
  })
  const responsable = useEmpresa().data?.responsable ?? null
  return (
    <Loaded query={query}>
      {(datos) => (
        <div className="stack narrow">
          <Produccion datos={datos} />
          {datos.tipos.length > 0 && <Avance datos={datos} />}
          <Metas datos={datos} />
          {datos.tipos.length > 0 && <Siguiente datos={datos} responsable={responsable} />}
        </div>
      )}
    </Loaded>
  )
}

/** Whether production is open, by what this service asks for: one sealed test of each type. */
function Produccion({ datos: { produccionDesde, tipos } }: { datos: Datos }) {
  if (tipos.length === 0) {
    return (
      <p className="notice warn">
        <span>La empresa no ha dicho qué tipos de documento emite: son los que Hacienda pide.</span>
        <Link className="btn compact" href="/ajustes/produccion">
          Decirlos
        </Link>
      </p>
    )
  }
  const missing = tipos.filter(({ probado }) => !probado).map(nombreOf)
  if (produccionDesde) {
    return <p className="notice ok">En producción desde el {date(produccionDesde)}.</p>
  }
  return (
    <p className="notice info">
      <span>
        {missing.length > 0
          ? `Sello aún no abre producción: falta una prueba sellada de ${missing.join(', ')}.`
          : 'Hay una prueba sellada de cada tipo, que es lo que Sello pide de las pruebas. Hacienda autoriza producción aparte.'}
      </span>
      <Link className="btn compact" href="/ajustes/produccion">
        Producción
      </Link>
    </p>
  )
}

const nombreOf = ({ tipoDte }: TipoCertificado) => `${tipoDte} ${TIPO[tipoDte].nombre}`

/** What is beyond a goal makes up for no other. */
function Avance({ datos: { tipos, eventos } }: { datos: Datos }) {
  const metas = [...tipos, ...eventos]
  const total = metas.reduce((sum, { meta }) => sum + meta, 0)
  const done = metas.reduce((sum, { meta, sellados }) => sum + Math.min(meta, sellados), 0)
  return (
    <section className="card section stack" aria-label="Avance">
      <div className="inline">
        <h2>Avance</h2>
        <span className="space" />
        <b>
          {count(done)} de {count(total)}
        </b>
      </div>
      <progress className={css.bar} aria-label="Avance" value={done} max={total} />
      <p className="small">
        Documentos y eventos sellados en pruebas. Se actualiza solo cada 15 segundos. El avance que
        decide está en el portal de Hacienda: compárelo.
      </p>
    </section>
  )
}
