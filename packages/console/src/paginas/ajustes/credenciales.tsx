import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import type { PorAmbiente } from '../../api/types.ts'
import { useCall } from '../../api/use-call.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { Password } from '../../ui/input.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AMBIENTE, useAmbiente } from './ambiente.tsx'
import type { TareaProps } from './tarea.ts'

/** What the ministry said of a password; null: it did not answer. */
interface Prueba {
  readonly aceptada: boolean | null
  readonly mensaje: string | null
}

export function Credenciales({ onDone }: TareaProps) {
  const { empresa } = useWorkspace()
  const { ambiente, choice } = useAmbiente()
  const client = useQueryClient()
  const act = useAct()
  const [said, setSaid] = useState<Prueba | null>(null)
  const path = `/${empresa.nit}/credenciales`
  const query = useCall<{ credenciales: PorAmbiente<{ usuario: string } | null> }>(
    ['credenciales', empresa.nit],
    path,
  )
  const save = ({ currentTarget: form }: FormEvent<HTMLFormElement>) =>
    void act.run(async () => {
      const body = { contrasena: String(new FormData(form).get('contrasena')) }
      const answer = await call<Prueba>(`${path}/${ambiente}`, { method: 'PUT', body })
      setSaid(answer)
      form.reset()
      await client.invalidateQueries({ queryKey: ['credenciales'] })
      // A password that the ministry refused is not the end of this task.
      if (answer.aceptada !== false) onDone?.()
    })
  const test = () =>
    act.run(async () =>
      setSaid(await call(`${path}/${ambiente}/prueba`, { method: 'POST', body: {} })),
    )
  return (
    <section className="card section stack narrow">
      <h2>Credenciales de Hacienda · {AMBIENTE[ambiente]}</h2>
      {!onDone && choice}
      <Loaded query={query} rows={1}>
        {({ credenciales }) => (
          <p className="sub">
            {credenciales[ambiente]
              ? `Usuario ${credenciales[ambiente]?.usuario}. La contraseña está guardada.`
              : 'Aún no hay contraseña de la API de este ambiente.'}
          </p>
        )}
      </Loaded>
      {said && (
        <p
          className={`notice ${said.aceptada ? 'ok' : said.aceptada === null ? 'warn' : 'bad'}`}
          role="status"
        >
          {said.aceptada
            ? 'Hacienda aceptó la contraseña.'
            : said.aceptada === null
              ? 'Guardada. Hacienda no respondió; pruebe más tarde.'
              : (said.mensaje ?? 'Hacienda no aceptó la contraseña (106).')}
        </p>
      )}
      <Form className="stack" onSubmit={save}>
        <Password
          label="Contraseña de la API"
          help="La del portal de Hacienda, para este ambiente."
          error={act.problem}
          name="contrasena"
        />
        <div className="inline">
          <Button primary type="submit" busy={act.busy}>
            Guardar y probar
          </Button>
          {query.data?.credenciales[ambiente] && (
            <Button onClick={() => void test()}>Probar la guardada</Button>
          )}
        </div>
      </Form>
    </section>
  )
}
