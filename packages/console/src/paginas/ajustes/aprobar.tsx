/** The owner gives a person the sign key that they asked for. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { DatosPersonas } from '../../api/settings-types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { huellaDe } from '../../firma/huella.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Password } from '../../ui/input.tsx'
import { useAct } from '../../ui/use-act.ts'

export type Pedido = DatosPersonas['pedidosDeFirma'][number]

interface Props {
  readonly pedido: Pedido
  readonly onClose: () => void
  readonly onDone: (answer: unknown) => void
}

export function Aprobar({ pedido, onClose, onDone }: Props) {
  const { empresa } = useWorkspace()
  const act = useAct()
  const { id, nombre, clavePublica } = pedido
  const { data: huella } = useQuery({
    queryKey: ['huella', clavePublica],
    queryFn: () => huellaDe(clavePublica),
  })
  return (
    <Dialog title="Aprobar la firma" onClose={onClose} ask>
      <Form
        className="stack"
        onSubmit={({ currentTarget }) => {
          const frase = String(new FormData(currentTarget).get('frase'))
          const body = { frase, huella: huella ?? '' }
          const path = `/${empresa.nit}/pedidos-de-firma/${id}`
          void act.run(async () => onDone(await call(path, { method: 'POST', body })))
        }}
      >
        <p>
          Pida a {nombre}, por teléfono o en persona, la huella que muestra su navegador:{' '}
          <b>{huella ?? '…'}</b>. Si no es la misma, no apruebe: el pedido es de otro.
        </p>
        <p className="sub">
          Se sella para el navegador de esa persona antes de salir del servicio.
        </p>
        <Password label="Frase del dueño" error={act.problem} name="frase" />
        <Button primary type="submit" busy={act.busy}>
          Aprobar
        </Button>
      </Form>
    </Dialog>
  )
}
