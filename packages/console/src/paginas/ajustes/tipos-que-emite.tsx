/** The types that the company says it issues: production takes no other. */
import type { FormEvent } from 'react'
import { call } from '../../api/http.ts'
import type { PasosDeProduccion } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { TIPO, TIPOS_DTE } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'

export function TiposQueEmite({
  datos,
  onSaved,
}: {
  datos: PasosDeProduccion
  onSaved: (said: PasosDeProduccion) => void
}) {
  const { empresa } = useWorkspace()
  const act = useAct()
  const { tiposDte, tiposProbados, produccionDesde } = datos
  const proposed = tiposDte.length > 0 ? tiposDte : tiposProbados
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    void act.run(async () => {
      const said = TIPOS_DTE.filter((tipo) => data.get(`emite.${tipo}`) === 'on')
      onSaved(
        await call<PasosDeProduccion>(`/${empresa.nit}/produccion/tipos`, {
          method: 'PUT',
          body: { tiposDte: said },
        }),
      )
      toast('Los tipos quedaron guardados.')
    })
  }
  return (
    <Form className="card sec stack" onSubmit={submit} aria-label="Tipos que emite">
      <h2>¿Qué documentos emite la empresa?</h2>
      <p className="sub">
        En producción solo se emiten estos tipos, y cada uno necesita antes un documento de prueba
        sellado.
        {produccionDesde ? '' : ' Elija solo los que va a usar; puede agregar otros después.'}
      </p>
      <fieldset className="rowx" style={{ border: 0, padding: 0 }}>
        <legend className="lab">Tipos</legend>
        {TIPOS_DTE.map((tipo) => (
          <label key={tipo} className="check">
            <input
              type="checkbox"
              name={`emite.${tipo}`}
              defaultChecked={proposed.includes(tipo)}
            />
            {TIPO[tipo].nombre}
            {tiposProbados.includes(tipo) && <span className="small"> · probado</span>}
          </label>
        ))}
      </fieldset>
      {act.problem && (
        <p className="notice err" role="alert">
          {act.problem}
        </p>
      )}
      <div>
        <Button type="submit" busy={act.busy}>
          Guardar los tipos
        </Button>
      </div>
    </Form>
  )
}
