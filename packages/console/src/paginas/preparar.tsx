import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../api/http.ts'
import type { PasosDeProduccion } from '../api/types.ts'
import { usePlace } from '../app/place.ts'
import { Loaded } from '../ui/states.tsx'
import { Pasos } from './ajustes/produccion.tsx'

export function Page() {
  const { empresa } = usePlace()
  const query = useQuery({
    queryKey: ['preparar', empresa.nit],
    queryFn: () => call<PasosDeProduccion>(`/${empresa.nit}/preparar`),
  })
  return (
    <div className="page form">
      <div className="h">
        <h1>Preparar {empresa.nombreComercial ?? empresa.nombre}</h1>
      </div>
      <p className="sub" style={{ marginBottom: 16 }}>
        Lo que hace falta para la primera factura de prueba. Puede dejarlo y seguir después.
      </p>
      <Loaded query={query}>
        {(datos) => (
          <div className="stack">
            <section className="card">
              <Pasos datos={datos} />
            </section>
            {datos.tiposProbados.length > 0 && (
              <p className="notice ok">
                Su primera factura está sellada.
                <Link className="btn s" href="/documentos">
                  Verla
                </Link>
                <Link className="btn s" href="/ajustes/personas">
                  Invitar a alguien
                </Link>
              </p>
            )}
          </div>
        )}
      </Loaded>
    </div>
  )
}
