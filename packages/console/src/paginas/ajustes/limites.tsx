/** How much a key may do, and from where. */
import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAct } from '../../ui/use-act.ts'
import type { Llave } from './llaves.tsx'
import { montoDe } from './nueva-llave.tsx'

interface Props {
  readonly llave: Llave
  readonly onClose: () => void
  readonly onSave: (body: object) => Promise<void>
}

const LLAMADAS = [
  ['hora', 'Llamadas por hora'],
  ['dia', 'Llamadas por día'],
] as const

export function Limites({ llave, onClose, onSave }: Props) {
  const act = useAct()
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    void act.run(() =>
      onSave({
        montoMaximo: montoDe(textOf(form, 'montoMaximo')),
        limites: {
          hora: Number(textOf(form, 'hora')),
          dia: Number(textOf(form, 'dia')),
          estado: llave.limites.estado,
        },
        ipPermitidas: textOf(form, 'ips')
          .split(/[\s,;]+/)
          .filter(Boolean),
      }),
    )
  return (
    <Dialog title={`Límites de ${llave.nombre}`} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <Field label="Monto máximo por documento">
          <input
            className="in num"
            name="montoMaximo"
            inputMode="decimal"
            defaultValue={llave.montoMaximo}
            required
          />
        </Field>
        <div className="fields">
          {LLAMADAS.map(([name, label]) => (
            <Field key={name} label={label} className="w6">
              <input
                className="in num"
                name={name}
                type="number"
                min={1}
                defaultValue={llave.limites[name]}
                required
              />
            </Field>
          ))}
        </div>
        <Field
          label="Direcciones IP desde las que se usa"
          optional
          help="Una por línea, o una red como 190.86.1.0/24. Vacío: desde cualquiera."
        >
          <textarea
            className="in"
            name="ips"
            rows={3}
            defaultValue={llave.ipPermitidas.join('\n')}
          />
        </Field>
        <Problem text={act.problem} />
        <Button primary type="submit" busy={act.busy}>
          Guardar
        </Button>
      </Form>
    </Dialog>
  )
}
