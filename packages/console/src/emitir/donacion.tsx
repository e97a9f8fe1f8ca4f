/** Of a comprobante de donación (15): that the company needs its resolution, before anybody types a donation. */
import { Link } from 'wouter'
import { may, useWorkspace } from '../app/workspace.ts'
import { useEmpresa } from './use-evaluated.ts'

export function SinResolucion() {
  const { empresa } = useWorkspace()
  const { data } = useEmpresa()
  if (!data || data.resolucion) return null
  return (
    <section className="section">
      <p className="notice warn" role="status">
        Para recibir donaciones, la empresa necesita la resolución que la califica, de la Dirección
        General de Impuestos Internos. Todavía no está registrada.
        {may(empresa.rol, 'ajustes') ? (
          <Link className="btn compact" href="/ajustes/empresa" data-at="resolucion">
            Registrarla
          </Link>
        ) : (
          <span> Pídalo a {empresa.dueno}.</span>
        )}
      </p>
    </section>
  )
}
