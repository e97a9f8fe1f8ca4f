/** Points of sale: their codes, their series and the last number of each. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { TIPO } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { count } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { Huecos } from './huecos.tsx'
import { nombreDePunto, usePuntos } from './puntos-usados.tsx'
import type { TareaProps } from './tarea.ts'

const CODIGO = {
  className: 'input',
  pattern: '[A-Za-z0-9]{4}',
  title: 'Escriba cuatro letras o números.',
  maxLength: 4,
  required: true,
}

export function Puntos({ onDone }: TareaProps) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [adding, setAdding] = useState(false)
  const query = usePuntos()
  const add = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    void act.run(async () => {
      const body = {
        codEstable: textOf(form, 'codEstable').toUpperCase(),
        codPuntoVenta: textOf(form, 'codPuntoVenta').toUpperCase(),
      }
      const answer = await call(`/${empresa.nit}/puntos`, { method: 'POST', body })
      client.setQueryData(['puntos', empresa.nit], answer)
      setAdding(false)
      // The first point of sale becomes the default of people without one.
      await client.invalidateQueries({ queryKey: ['session'] })
      toast('Punto de venta agregado.')
      onDone?.()
    })
  return (
    <Card
      heading="Puntos de venta"
      action={<Button onClick={() => setAdding(true)}>Agregar punto</Button>}
    >
      <Loaded query={query}>
        {({ puntos }) =>
          puntos.length === 0 ? (
            <Empty>Ningún punto de venta todavía.</Empty>
          ) : (
            puntos.map((punto) => (
              <div className="section" key={nombreDePunto(punto)}>
                <h3 className="code">{nombreDePunto(punto)}</h3>
                <p className="sub">
                  {punto.series.length === 0
                    ? 'Aún sin números.'
                    : punto.series
                        .map(
                          ({ tipoDte, ambiente, ultimo }) =>
                            `${TIPO[tipoDte].nombre}${ambiente === '00' ? ' (pruebas)' : ''}: ${count(ultimo)}`,
                        )
                        .join(' · ')}
                </p>
              </div>
            ))
          )
        }
      </Loaded>
      {!onDone && <Huecos />}
      {adding && (
        <Dialog title="Agregar punto de venta" onClose={() => setAdding(false)} ask>
          <Form className="stack" onSubmit={add}>
            <div className="fields">
              <Field
                label="Establecimiento"
                className="w6"
                help="Como lo registró en Hacienda: M001"
              >
                <input name="codEstable" {...CODIGO} />
              </Field>
              <Field label="Punto de venta" className="w6" help="P001" error={act.problem}>
                <input name="codPuntoVenta" {...CODIGO} />
              </Field>
            </div>
            <Button primary type="submit" busy={act.busy}>
              Agregar
            </Button>
          </Form>
        </Dialog>
      )}
    </Card>
  )
}
