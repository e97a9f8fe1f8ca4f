import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/http.ts'
import type { DatosEmpresa } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { type Receptor, receptorVacio } from '../../emitir/form.ts'
import { descripcionDe, ReceptorFields } from '../../emitir/receptor-fields.tsx'
import { useEmpresa } from '../../emitir/use-evaluated.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'

export function EmpresaPage() {
  const query = useEmpresa()
  return <Loaded query={query}>{(datos) => <Form datos={datos} />}</Loaded>
}

function Form({ datos }: { datos: DatosEmpresa }) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [value, setValue] = useState<Receptor>(receptorVacio())
  useEffect(() => {
    setValue({
      ...receptorVacio(datos.nombre),
      numDocumento: datos.nit,
      nrc: datos.nrc,
      codActividad: datos.codActividad,
      nombreComercial: datos.nombreComercial ?? '',
      telefono: datos.telefono,
      correo: datos.correo,
      ...datos.direccion,
    })
  }, [datos])
  const save = () =>
    act.run(async () => {
      const {
        nombre,
        nrc,
        codActividad,
        telefono,
        correo,
        departamento,
        municipio,
        distrito,
        complemento,
      } = value
      await call(`/${empresa.nit}/empresa`, {
        method: 'PATCH',
        body: {
          nombre,
          nrc,
          codActividad,
          descActividad: descripcionDe(codActividad),
          telefono,
          correo,
          nombreComercial: value.nombreComercial || null,
          direccion: { departamento, municipio, distrito, complemento },
        },
      })
      await client.invalidateQueries({ queryKey: ['empresa'] })
      toast('Datos guardados.')
    })
  return (
    <section className="card sec stack" style={{ maxWidth: 640 }}>
      <p className="sub">NIT {datos.nit}. Los documentos emitidos no cambian.</p>
      <ReceptorFields
        value={value}
        shown={[
          'nombre',
          'nrc',
          'codActividad',
          'nombreComercial',
          'direccion',
          'telefono',
          'correo',
        ]}
        errorOf={() => undefined}
        onChange={(values) => setValue({ ...value, ...values })}
      />
      {act.problem && (
        <p className="err" role="alert">
          {act.problem}
        </p>
      )}
      <div>
        <Button primary busy={act.busy} onClick={() => void save()}>
          Guardar
        </Button>
      </div>
    </section>
  )
}
