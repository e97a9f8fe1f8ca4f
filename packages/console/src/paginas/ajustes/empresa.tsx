import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../api/http.ts'
import type { DatosEmpresa } from '../../api/settings-types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { type Receptor, receptorVacio } from '../../emitir/form.ts'
import { descripcionDe, ReceptorFields } from '../../emitir/receptor-fields.tsx'
import { useEmpresa } from '../../emitir/use-evaluated.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { CAMPOS_DE_EMPRESA, useMarkedAct } from '../emisor.ts'
import { ResolucionFields, SIN_RESOLUCION } from './resolucion.tsx'
import { NADIE, type Responsable, ResponsableFields } from './responsable.tsx'

export function EmpresaPage() {
  const query = useEmpresa()
  return <Loaded query={query}>{(datos) => <Form datos={datos} />}</Loaded>
}

const FIELDS = CAMPOS_DE_EMPRESA.filter((name) => name !== 'nit')

function Form({ datos }: { datos: DatosEmpresa }) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useMarkedAct()
  const [value, setValue] = useState<Receptor>(receptorVacio())
  const [responsable, setResponsable] = useState<Responsable>(NADIE)
  const [resolucion, setResolucion] = useState(SIN_RESOLUCION)
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
    setResponsable(datos.responsable ?? NADIE)
    setResolucion(datos.resolucion ?? SIN_RESOLUCION)
  }, [datos])
  const save = () =>
    act.run(async () => {
      const { nombre, nrc, codActividad, telefono, correo } = value
      const { departamento, municipio, distrito, complemento } = value
      const body = {
        nombre,
        nrc,
        codActividad,
        descActividad: descripcionDe(codActividad),
        telefono,
        correo,
        nombreComercial: value.nombreComercial || null,
        direccion: { departamento, municipio, distrito, complemento },
        responsable: responsable.nombre || responsable.numDocumento ? responsable : null,
        resolucion: resolucion.descDocumento.trim() ? resolucion : null,
      }
      await call(`/${empresa.nit}/empresa`, { method: 'PATCH', body: changedOf(datos, body) })
      await client.invalidateQueries({ queryKey: ['empresa'] })
      toast('Datos guardados.')
    })
  return (
    <section className="card section stack narrow">
      <p className="sub">NIT {datos.nit}. Los documentos emitidos no cambian.</p>
      <ReceptorFields
        value={value}
        isEmisor
        shown={FIELDS}
        errorOf={act.errorOf}
        onChange={(values) => setValue({ ...value, ...values })}
      />
      <ResponsableFields
        value={responsable}
        missing={datos.faltaResponsable}
        errorOf={act.errorOf}
        onChange={setResponsable}
      />
      <ResolucionFields value={resolucion} errorOf={act.errorOf} onChange={setResolucion} />
      <Problem text={act.problem} />
      <div>
        <Button primary busy={act.busy} onClick={() => void save()}>
          Guardar
        </Button>
      </div>
    </section>
  )
}

/** Only the members that the person changed: the others may have been changed by somebody else meanwhile. */
function changedOf(datos: DatosEmpresa, body: Partial<DatosEmpresa>): Partial<DatosEmpresa> {
  const before: Readonly<Record<string, unknown>> = { ...datos }
  return Object.fromEntries(
    Object.entries(body).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(before[member]),
    ),
  )
}
