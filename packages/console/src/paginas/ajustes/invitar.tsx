import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import type { Rol } from '../../api/types.ts'
import { may, NOMBRE_ROL, useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAct } from '../../ui/use-act.ts'
import { Enlace, type Invitacion } from '../shown-once.tsx'
import { codigosDe, PuntoOptions } from './puntos-usados.tsx'

export function Invitar({ onClose }: { onClose: () => void }) {
  const { empresa } = useWorkspace()
  const act = useAct()
  const [made, setMade] = useState<Invitacion | null>(null)
  const roles: readonly Rol[] = may(empresa.rol, 'dueno')
    ? ['emisor', 'administrador', 'lector', 'contador', 'dueno']
    : ['emisor', 'lector']
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const puntoDeVenta = codigosDe(textOf(form, 'punto'))
    const body = {
      correo: textOf(form, 'correo'),
      rol: textOf(form, 'rol'),
      ...(puntoDeVenta.codEstable ? { puntoDeVenta } : {}),
    }
    void act.run(async () =>
      setMade(await call(`/${empresa.nit}/invitaciones`, { method: 'POST', body })),
    )
  }
  return (
    <Dialog title="Invitar" onClose={onClose}>
      {made ? (
        <Enlace invitacion={made} to="a la persona" onClose={onClose} />
      ) : (
        <Form className="stack" onSubmit={submit}>
          <Input label="Correo" type="email" name="correo" autoComplete="off" required />
          <div className="fields">
            <Field label="Rol" className="w6">
              <select className="input" name="rol">
                {roles.map((rol) => (
                  <option key={rol} value={rol}>
                    {NOMBRE_ROL[rol]}
                  </option>
                ))}
              </select>
            </Field>
            <Field label="Punto de venta" className="w6">
              <select className="input" name="punto">
                <PuntoOptions />
                <option value="">Ninguno</option>
              </select>
            </Field>
          </div>
          <Problem text={act.problem} />
          <Button primary type="submit" busy={act.busy}>
            Crear invitación
          </Button>
        </Form>
      )}
    </Dialog>
  )
}
