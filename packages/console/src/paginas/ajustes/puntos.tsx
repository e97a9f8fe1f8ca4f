/** Points of sale: their codes, their series and the last number of each. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import type { Punto } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { TIPO } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { count } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { Huecos } from './huecos.tsx'
import type { TareaProps } from './tarea.ts'

export function Puntos({ onDone }: TareaProps) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [adding, setAdding] = useState(false)
  const path = `/${empresa.nit}/puntos`
  const query = useQuery({
    queryKey: ['puntos', empresa.nit],
    queryFn: () => call<{ puntos: readonly Punto[] }>(path),
  })
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    void act.run(async () => {
      const body = {
        codEstable: textOf(form, 'codEstable').toUpperCase(),
        codPuntoVenta: textOf(form, 'codPuntoVenta').toUpperCase(),
      }
      client.setQueryData(['puntos', empresa.nit], await call(path, { method: 'POST', body }))
      setAdding(false)
      // The first point of sale becomes the default of people without one.
      await client.invalidateQueries({ queryKey: ['session'] })
      toast('Punto de venta agregado.')
      onDone?.()
    })
  }
  return (
    <section className="card">
      <div className="ch">
        <h2>Puntos de venta</h2>
        <span className="sp" />
        <Button onClick={() => setAdding(true)}>Agregar punto</Button>
      </div>
      <Loaded query={query}>
        {({ puntos }) =>
          puntos.length === 0 ? (
            <Empty>Ningún punto de venta todavía.</Empty>
          ) : (
            puntos.map((punto) => (
              <div className="sec" key={punto.codEstable + punto.codPuntoVenta}>
                <h3 className="code">
                  {punto.codEstable} · {punto.codPuntoVenta}
                </h3>
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
                <input
                  className="in"
                  name="codEstable"
                  pattern="[A-Za-z0-9]{4}"
                  title="Escriba cuatro letras o números."
                  maxLength={4}
                  required
                />
              </Field>
              <Field label="Punto de venta" className="w6" help="P001" error={act.problem}>
                <input
                  className="in"
                  name="codPuntoVenta"
                  pattern="[A-Za-z0-9]{4}"
                  title="Escriba cuatro letras o números."
                  maxLength={4}
                  required
                />
              </Field>
            </div>
            <Button primary type="submit" busy={act.busy}>
              Agregar
            </Button>
          </Form>
        </Dialog>
      )}
    </section>
  )
}
