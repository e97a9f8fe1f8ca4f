/** The types that the company says it issues: production takes no other. */
import type { FormEvent } from 'react'
import { call } from '../../api/http.ts'
import type { PasosDeProduccion } from '../../api/settings-types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { TIPO, TIPOS_DTE } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Form } from '../../ui/form.tsx'
import { Problem } from '../../ui/problem.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'

interface Props {
  readonly datos: PasosDeProduccion
  readonly onSaved: (said: PasosDeProduccion) => void
}

export function TiposQueEmite({ datos, onSaved }: Props) {
  const { empresa } = useWorkspace()
  const act = useAct()
  const { tiposDte, tiposProbados, produccionDesde } = datos
  const proposed = tiposDte.length > 0 ? tiposDte : tiposProbados
  const submit = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(currentTarget)
    const body = { tiposDte: TIPOS_DTE.filter((tipo) => data.has(`emite.${tipo}`)) }
    void act.run(async () => {
      onSaved(await call(`/${empresa.nit}/produccion/tipos`, { method: 'PUT', body }))
      toast('Los tipos quedaron guardados.')
    })
  }
  return (
    <Form className="card section stack" onSubmit={submit} aria-label="Tipos que emite">
      <h2>¿Qué documentos emite la empresa?</h2>
      <p className="sub">
        En producción solo se emiten estos tipos, y cada uno necesita antes un documento de prueba
        sellado.
        {produccionDesde ? '' : ' Elija solo los que va a usar; puede agregar otros después.'}
      </p>
      <fieldset className="inline">
        <legend className="label">Tipos</legend>
        {TIPOS_DTE.map((tipo) => (
          <Check key={tipo} name={`emite.${tipo}`} defaultChecked={proposed.includes(tipo)}>
            {TIPO[tipo].nombre}
            {tiposProbados.includes(tipo) && <span className="small"> · probado</span>}
          </Check>
        ))}
      </fieldset>
      <Problem text={act.problem} className="notice err" />
      <div>
        <Button type="submit" busy={act.busy}>
          Guardar los tipos
        </Button>
      </div>
    </Form>
  )
}
