/** The people of a company, and what can be changed of each. */
import type { Persona } from '../../api/settings-types.ts'
import type { EstadoFirma, Rol } from '../../api/types.ts'
import { may, NOMBRE_ROL, useWorkspace } from '../../app/workspace.ts'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { dateTime } from '../../ui/text.ts'
import { nombreDePunto, usePuntos } from './puntos-usados.tsx'

const ROLES = ['dueno', 'administrador', 'emisor', 'lector', 'contador'] as const

const pointOf = ({ puntoDeVenta }: Persona) => (puntoDeVenta ? nombreDePunto(puntoDeVenta) : '–')

// biome-ignore format: a table
const FIRMA: Readonly<Record<EstadoFirma, readonly [string, string] | null>> = {
  ninguna:   null,
  activa:    ['Activa', 'ok'],
  bloqueada: ['Bloqueada', 'bad'],
  vencida:   ['Por renovar', 'warn'],
}

function firmaOf(estado: EstadoFirma) {
  const look = FIRMA[estado]
  return look ? <span className={`pill ${look[1]}`}>{look[0]}</span> : '–'
}

interface Props {
  readonly personas: readonly Persona[]
  readonly change: (path: string, method: 'POST' | 'PATCH', body: object) => Promise<void>
  readonly onLeave: (persona: Persona) => void
}

export function Tabla({ personas, ...acts }: Props) {
  const { empresa, ambiente } = useWorkspace()
  const appoints: readonly Rol[] = may(empresa.rol, 'dueno') ? ROLES : ['emisor', 'lector']
  const itemsOf = useItems({ appoints, ...acts })
  return (
    <Table heads={['Persona', 'Rol', 'Punto de venta', 'Firma', 'Última vez']} hasActs>
      {personas.map((persona) => (
        <tr key={persona.personaId}>
          <td>
            <b>{persona.nombre}</b>
            <div className="small">{persona.correo}</div>
          </td>
          <td>{NOMBRE_ROL[persona.rol]}</td>
          <td className="code">{pointOf(persona)}</td>
          <td>{firmaOf(persona.firma[ambiente])}</td>
          <td>{persona.usadaEl ? dateTime(persona.usadaEl) : 'Nunca'}</td>
          <td className="num">
            {appoints.includes(persona.rol) && (
              <Menu
                label={`Cambiar a ${persona.nombre}`}
                className="btn compact"
                trigger="Cambiar"
                items={itemsOf(persona)}
              />
            )}
          </td>
        </tr>
      ))}
    </Table>
  )
}

type Acts = Omit<Props, 'personas'> & { readonly appoints: readonly Rol[] }

/** In groups: the sign key, the role, the point of sale, and the rest. */
function useItems({ appoints, change, onLeave }: Acts) {
  const { empresa } = useWorkspace()
  const puntos = usePuntos().data?.puntos ?? []
  return (persona: Persona): readonly (MenuItem | null)[] => {
    const path = `/personas/${persona.personaId}`
    const patch = (label: string, body: object) => ({
      label,
      run: () => void change(path, 'PATCH', body),
    })
    const locked = (['00', '01'] as const).filter((one) => persona.firma[one] === 'bloqueada')
    const invalida = persona.invalida ? 'Quitarle el permiso de invalidar' : 'Permitirle invalidar'
    const groups: MenuItem[][] = [
      locked.map((ambiente) => ({
        label: `Reactivar su firma${ambiente === '00' ? ' de pruebas' : ''}`,
        run: () => void change(`${path}/firma/${ambiente}/reactivar`, 'POST', {}),
      })),
      appoints
        .filter((rol) => rol !== persona.rol)
        .map((rol) => patch(`Hacer ${NOMBRE_ROL[rol].toLowerCase()}`, { rol })),
      puntos
        .filter((one) => nombreDePunto(one) !== pointOf(persona))
        .map((one) => {
          const { codEstable, codPuntoVenta } = one
          const puntoDeVenta = { codEstable, codPuntoVenta }
          return patch(`Emite en ${nombreDePunto(one)}`, { puntoDeVenta })
        }),
      [
        ...(may(empresa.rol, 'dueno') && persona.rol === 'emisor'
          ? [patch(invalida, { invalida: !persona.invalida })]
          : []),
        { label: 'Quitar de la empresa…', run: () => onLeave(persona) },
      ],
    ]
    return groups
      .filter((group) => group.length > 0)
      .flatMap((group, n) => (n === 0 ? group : [null, ...group]))
  }
}
