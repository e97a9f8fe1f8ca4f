import { Building2, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { EmpresaEstado } from '../api/settings-types.ts'
import { useCall } from '../api/use-call.ts'
import { useSession } from '../app/session.tsx'
import { rootOf } from '../app/workspace.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { count, countUpTo999, date, money } from '../ui/text.ts'
import { CrearEmpresa } from './crear-empresa.tsx'

export function Page() {
  const { persona } = useSession()
  const query = useCall<{ empresas: readonly EmpresaEstado[] }>(['empresas'], '/empresas')
  const [creating, setCreating] = useState(false)
  const create = persona.operador && (
    <Button primary onClick={() => setCreating(true)}>
      <Plus className="icon" aria-hidden /> Crear empresa
    </Button>
  )
  return (
    <div className="page">
      <div className="head">
        <h1>{persona.operador ? 'Empresas' : 'Mis empresas'}</h1>
        <span className="space" />
        {create}
      </div>
      {!persona.tieneContrasena && persona.llavesDeAcceso === 0 && (
        <p className="notice warn">
          Su enlace sirvió una vez. Para volver a entrar, agregue una llave de acceso o una
          contraseña.
          <Link className="btn compact" href="/yo">
            Mi acceso
          </Link>
        </p>
      )}
      <div className="card tablebox">
        <Loaded query={query}>
          {({ empresas }) =>
            empresas.length === 0 ? (
              <Empty icon={<Building2 className="icon" aria-hidden />}>
                <p>Ninguna empresa todavía.</p>
                {create || <p className="sub">Pida a quien opera el servicio que cree la suya.</p>}
              </Empty>
            ) : (
              <Table
                heads={[
                  'Empresa',
                  ['Por corregir', 'num'],
                  ['Sin sello', 'num'],
                  'Certificado',
                  ['Este mes', 'num'],
                ]}
              >
                {empresas.map((one) => (
                  <tr key={one.nit} data-row>
                    <td>
                      {one.rol ? (
                        <Link href={`~${rootOf(one.nit, one.produccionDesde ? '01' : '00')}`}>
                          <b>{one.nombre}</b>
                        </Link>
                      ) : (
                        <b>{one.nombre}</b>
                      )}
                      <div className="small">{one.produccionDesde ? 'Producción' : 'Pruebas'}</div>
                    </td>
                    <td className="num">
                      {one.rechazados > 0 ? (
                        <span className="pill bad">{countUpTo999(one.rechazados)}</span>
                      ) : (
                        '–'
                      )}
                    </td>
                    <td className="num">
                      {one.contingencias > 0 ? (
                        <span className="pill warn">{countUpTo999(one.contingencias)}</span>
                      ) : (
                        '–'
                      )}
                    </td>
                    <td>
                      {(one.certificadoHasta['01'] ?? one.certificadoHasta['00'])
                        ? date(String(one.certificadoHasta['01'] ?? one.certificadoHasta['00']))
                        : 'Falta'}
                    </td>
                    <td className="num">
                      {one.mes
                        ? `${count(one.mes.documentos)} · $ ${money(one.mes.totalPagar)}`
                        : '–'}
                    </td>
                  </tr>
                ))}
              </Table>
            )
          }
        </Loaded>
      </div>
      {creating && <CrearEmpresa onClose={() => setCreating(false)} />}
    </div>
  )
}
