import { call } from '../../api/http.ts'
import type { Persona } from '../../api/settings-types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAct } from '../../ui/use-act.ts'

interface Props {
  readonly persona: Persona
  readonly onClose: () => void
  /** With the people that are left. */
  readonly onDone: (left: unknown) => Promise<void>
}

export function Quitar({ persona, onClose, onDone }: Props) {
  const { empresa } = useWorkspace()
  const act = useAct()
  const path = `/${empresa.nit}/personas/${persona.personaId}`
  return (
    <Dialog title="Quitar de la empresa" onClose={onClose} ask>
      <p>
        {persona.nombre} deja de entrar a {empresa.nombreComercial ?? empresa.nombre} al instante y
        su firma se borra. Para volver necesita otra invitación.
      </p>
      <Problem text={act.problem} />
      <div className="actions">
        <Button onClick={onClose}>Cancelar</Button>
        <Button
          danger
          busy={act.busy}
          onClick={() => void act.run(async () => onDone(await call(path, { method: 'DELETE' })))}
        >
          Quitar
        </Button>
      </div>
    </Dialog>
  )
}
