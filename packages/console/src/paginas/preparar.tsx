/**
 * From an empty company to its first sealed test invoice: one task at a time, and the person may stop at
 * any.
 */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { PasosDeProduccion } from '../api/settings-types.ts'
import type { PaginaDocumentos } from '../api/types.ts'
import { useCall } from '../api/use-call.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { Almacenamiento } from './ajustes/almacenamiento.tsx'
import { Certificado } from './ajustes/certificado.tsx'
import { Credenciales } from './ajustes/credenciales.tsx'
import { Pasos } from './ajustes/produccion.tsx'
import { Puntos } from './ajustes/puntos.tsx'
import { Secretos } from './secretos.tsx'

type Paso = PasosDeProduccion['pasos'][number]['paso']
interface Tarea {
  readonly titulo: string
  readonly ayuda: string
  readonly hacer: ComponentType<{ onDone?: () => void }>
}

// biome-ignore format: a table
const TAREAS: Partial<Readonly<Record<Paso, Tarea>>> = {
  certificado:  { titulo: 'Cargue su certificado de pruebas', ayuda: 'El archivo .crt que le dio Hacienda para el ambiente de pruebas. Con él se firma cada documento.', hacer: Certificado },
  credenciales: { titulo: 'Diga la contraseña de la API de Hacienda', ayuda: 'La que usted creó en el portal de Hacienda para transmitir en pruebas. El usuario es el NIT.', hacer: Credenciales },
  punto:        { titulo: 'Agregue su punto de venta', ayuda: 'Los códigos con que lo registró en Hacienda, como M001 y P001. Cada uno lleva su propia numeración.', hacer: Puntos },
  destino:      { titulo: 'Elija dónde se guardan los documentos', ayuda: 'La ley pide guardarlos diez años. La carpeta del servicio basta para empezar.', hacer: Almacenamiento },
}

export function Page() {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const key = ['preparar', empresa.nit]
  const query = useCall<PasosDeProduccion>(key, `/${empresa.nit}/preparar`, {
    enabled: may(empresa.rol, 'ajustes'),
  })
  if (!may(empresa.rol, 'ajustes')) {
    return <Empty>No tiene permiso para ver esta página. Pídalo a {empresa.dueno}.</Empty>
  }
  return (
    <div className="page form">
      <div className="head">
        <h1>Preparar {empresa.nombreComercial ?? empresa.nombre}</h1>
      </div>
      <p className="sub">
        Lo que hace falta para la primera factura de prueba. Puede dejarlo y seguir después.
      </p>
      <Loaded query={query}>
        {(datos) => (
          <div className="stack">
            <Siguiente
              datos={datos}
              onDone={() => void client.invalidateQueries({ queryKey: key })}
            />
            <section className="card">
              <Pasos datos={datos} ambiente="00" />
            </section>
            <Secretos />
          </div>
        )}
      </Loaded>
    </div>
  )
}

/** The next task, to be done here. */
function Siguiente({ datos, onDone }: { datos: PasosDeProduccion; onDone: () => void }) {
  const [later, setLater] = useState<readonly Paso[]>([])
  const missing = datos.pasos.filter(({ listo, paso }) => !listo && TAREAS[paso])
  const next = missing.find(({ paso }) => !later.includes(paso)) ?? missing[0]
  const tarea = next && TAREAS[next.paso]
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(next?.paso)
  useEffect(() => {
    if (shown.current === next?.paso) return
    shown.current = next?.paso
    window.scrollTo(0, 0)
    heading.current?.focus()
  }, [next?.paso])
  if (next && tarea) {
    const { titulo, ayuda, hacer: Hacer } = tarea
    return (
      <section className="stack" aria-label={titulo}>
        <div className="inline">
          <h2 ref={heading} tabIndex={-1}>
            {titulo}
          </h2>
          <span className="space" />
          {missing.length > 1 && (
            <button
              type="button"
              className="link"
              onClick={() => setLater([...later.filter((one) => one !== next.paso), next.paso])}
            >
              Después
            </button>
          )}
        </div>
        <p className="sub">{ayuda}</p>
        <Hacer key={next.paso} onDone={onDone} />
      </section>
    )
  }
  if (datos.tiposProbados.length === 0) {
    return (
      <p className="notice ok">
        Todo está listo. Falta su firma, que se crea al emitir, y la primera factura de prueba.
        <Link className="btn primary" href="/emitir/01">
          Emitir la primera
        </Link>
      </p>
    )
  }
  return <Sellada />
}

/** The end of the preparation, with the newest sealed document. */
function Sellada() {
  const workspace = useWorkspace()
  const { data } = useCall<PaginaDocumentos>(
    ['documentos', apiOf(workspace), 'primera'],
    `${apiOf(workspace)}/documentos?estado=sellado&tipo=01&limit=1`,
  )
  const codigo = data?.documentos[0]?.codigoGeneracion
  return (
    <p className="notice ok">
      Su primera factura está sellada.
      <Link className="btn compact" href={codigo ? `/documentos/${codigo}` : '/documentos'}>
        Verla
      </Link>
      <Link className="btn compact" href="/ajustes/certificacion">
        Lo que pide Hacienda
      </Link>
      <Link className="btn compact" href="/ajustes/personas">
        Invitar a alguien
      </Link>
    </p>
  )
}
