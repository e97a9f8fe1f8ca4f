/** The people of a company: roles, points of sale, invitations, and sign keys that need the owner. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/http.ts'
import type { DatosPersonas, Persona } from '../../api/settings-types.ts'
import { useCall } from '../../api/use-call.ts'
import { may, NOMBRE_ROL, useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { dateTime } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AMBIENTE } from './ambiente.tsx'
import { Aprobar, type Pedido } from './aprobar.tsx'
import { Invitar } from './invitar.tsx'
import { Quitar } from './quitar.tsx'
import { Tabla } from './tabla-personas.tsx'

export function Personas() {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [inviting, setInviting] = useState(false)
  const [signing, setSigning] = useState<Pedido | null>(null)
  const [leaving, setLeaving] = useState<Persona | null>(null)
  const base = `/${empresa.nit}`
  const key = ['personas', empresa.nit]
  const query = useCall<DatosPersonas>(key, `${base}/personas`)
  /** What the service answers is the list from now on. */
  const change = (path: string, method: 'POST' | 'PATCH' | 'DELETE', body?: object) =>
    act.run(async () => {
      client.setQueryData(key, await call(base + path, { method, ...(body ? { body } : {}) }))
      await client.invalidateQueries({ queryKey: ['session'] })
    })
  return (
    <div className="stack">
      <Problem text={act.problem} className="notice bad" />
      <Loaded query={query}>
        {({ personas, invitaciones, pedidosDeFirma }) => (
          <>
            {pedidosDeFirma.length > 0 && (
              <Card heading="Piden su firma">
                <ul>
                  {pedidosDeFirma.map((one) => (
                    <Row
                      key={one.id}
                      title={one.nombre}
                      note={`${AMBIENTE[one.ambiente]} · ${dateTime(one.pedidaEl)}`}
                    >
                      <span className="inline">
                        <Button
                          small
                          onClick={() => void change(`/pedidos-de-firma/${one.id}`, 'DELETE')}
                        >
                          Rechazar
                        </Button>
                        {may(empresa.rol, 'dueno') && (
                          <Button small primary onClick={() => setSigning(one)}>
                            Aprobar
                          </Button>
                        )}
                      </span>
                    </Row>
                  ))}
                </ul>
              </Card>
            )}
            <Card
              heading="Personas"
              className="tablebox"
              action={
                <Button primary onClick={() => setInviting(true)}>
                  Invitar
                </Button>
              }
            >
              <Tabla
                personas={personas}
                change={change}
                onLeave={(persona) => {
                  act.clear()
                  setLeaving(persona)
                }}
              />
            </Card>
            {invitaciones.length > 0 && (
              <Card heading="Invitaciones">
                <ul>
                  {invitaciones.map(({ id, correo, rol, venceEl }) => (
                    <Row
                      key={id}
                      title={correo}
                      note={`${NOMBRE_ROL[rol]} · vence ${dateTime(venceEl)}`}
                    >
                      <Button small onClick={() => void change(`/invitaciones/${id}`, 'DELETE')}>
                        Retirar
                      </Button>
                    </Row>
                  ))}
                </ul>
              </Card>
            )}
          </>
        )}
      </Loaded>
      {leaving && (
        <Quitar
          persona={leaving}
          onClose={() => setLeaving(null)}
          onDone={(left) => {
            client.setQueryData(key, left)
            setLeaving(null)
            toast(`${leaving.nombre} ya no está en la empresa.`)
            return client.invalidateQueries({ queryKey: ['session'] })
          }}
        />
      )}
      {inviting && (
        <Invitar
          onClose={() => {
            setInviting(false)
            void client.invalidateQueries({ queryKey: key })
          }}
        />
      )}
      {signing && (
        <Aprobar
          pedido={signing}
          onClose={() => setSigning(null)}
          onDone={(answer) => {
            client.setQueryData(key, answer)
            setSigning(null)
            toast('Firma entregada.')
          }}
        />
      )}
    </div>
  )
}
