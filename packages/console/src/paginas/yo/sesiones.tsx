import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { Sesion } from '../../api/settings-types.ts'
import { useCall } from '../../api/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { dateTime } from '../../ui/text.ts'
import { useAct } from '../../ui/use-act.ts'
import { browserOf } from '../navegador.ts'

export function Sesiones() {
  const client = useQueryClient()
  const act = useAct()
  const query = useCall<{ sesiones: readonly Sesion[] }>(['sesiones'], '/yo/sesiones')
  const end = (id: string) => () =>
    void act.run(async () => {
      client.setQueryData(['sesiones'], await call(`/yo/sesiones${id}`, { method: 'DELETE' }))
    })
  return (
    <Card
      heading="Sesiones abiertas"
      action={
        <Button small onClick={end('')}>
          Cerrar las demás
        </Button>
      }
    >
      <Problem text={act.problem} className="section err" />
      <p className="section sub">Donde se cierra una sesión se pide otra vez el segundo factor.</p>
      <Loaded query={query} rows={2}>
        {({ sesiones }) => (
          <ul>
            {sesiones.map(({ id, navegador, direccion, usadaEl, actual }) => (
              <Row
                key={id}
                title={<span title={navegador ?? undefined}>{browserOf(navegador)}</span>}
                note={`${direccion} · ${dateTime(usadaEl)}`}
              >
                {actual ? (
                  <span className="pill ok">Esta</span>
                ) : (
                  <Button small onClick={end(`/${id}`)}>
                    Cerrar
                  </Button>
                )}
              </Row>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
