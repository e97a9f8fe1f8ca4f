/** How much a key may do, and from where. */
import type { FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAct } from '../../ui/use-act.ts'
import { montoDe } from './nueva-llave.tsx'

export interface Limitada {
  readonly nombre: string
  readonly montoMaximo: number
  readonly limites: { readonly hora: number; readonly dia: number; readonly estado: number }
  readonly ipPermitidas: readonly string[]
}

interface Props {
  readonly llave: Limitada
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
        <Input
          label="Monto máximo por documento"
          className="input num"
          name="montoMaximo"
          inputMode="decimal"
          defaultValue={llave.montoMaximo}
          required
        />
        <div className="fields">
          {LLAMADAS.map(([name, label]) => (
            <Input
              key={name}
              label={label}
              width="w6"
              className="input num"
              name={name}
              type="number"
              min={1}
              defaultValue={llave.limites[name]}
              required
            />
          ))}
        </div>
        <Field
          label="Direcciones IP desde las que se usa"
          optional
          help="Una por línea, o una red como 190.86.1.0/24. Vacío: desde cualquiera."
        >
          <textarea
            className="input"
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
