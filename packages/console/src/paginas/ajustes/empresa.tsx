import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, call } from '../../api/http.ts'
import type { DatosEmpresa } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { type Receptor, receptorVacio } from '../../emitir/form.ts'
import { descripcionDe, ReceptorFields } from '../../emitir/receptor-fields.tsx'
import { useEmpresa } from '../../emitir/use-evaluated.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { capital } from '../../ui/text.ts'
import { toast } from '../../ui/toast.tsx'
import { useAct } from '../../ui/use-act.ts'
import { memberOf } from '../crear-empresa.tsx'
import { NADIE, type Responsable, ResponsableFields } from './responsable.tsx'

export function EmpresaPage() {
  const query = useEmpresa()
  return <Loaded query={query}>{(datos) => <Form datos={datos} />}</Loaded>
}

const NONE: ReadonlyMap<string, string> = new Map()

function Form({ datos }: { datos: DatosEmpresa }) {
  const { empresa } = useWorkspace()
  const client = useQueryClient()
  const act = useAct()
  const [value, setValue] = useState<Receptor>(receptorVacio())
  const [responsable, setResponsable] = useState<Responsable>(NADIE)
  const [problems, setProblems] = useState(NONE)
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
  }, [datos])
  const save = () =>
    act.run(async () => {
      setProblems(NONE)
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
      }
      try {
        await call(`/${empresa.nit}/empresa`, { method: 'PATCH', body: changedOf(datos, body) })
      } catch (error) {
        const issues = error instanceof ApiError ? error.issues : []
        setProblems(
          new Map(issues.map(({ field, message }) => [memberOf(field), capital(message)])),
        )
        throw issues.length === 0 ? error : new Error('Revise lo que está marcado.')
      }
      await client.invalidateQueries({ queryKey: ['empresa'] })
      toast('Datos guardados.')
    })
  return (
    <section className="card sec stack" style={{ maxWidth: 640 }}>
      <p className="sub">NIT {datos.nit}. Los documentos emitidos no cambian.</p>
      <ReceptorFields
        value={value}
        isEmisor
        shown={[
          'nombre',
          'nrc',
          'codActividad',
          'nombreComercial',
          'direccion',
          'telefono',
          'correo',
        ]}
        errorOf={(member) => problems.get(member)}
        onChange={(values) => setValue({ ...value, ...values })}
      />
      <ResponsableFields
        value={responsable}
        missing={datos.faltaResponsable}
        errorOf={(member) => problems.get(member)}
        onChange={setResponsable}
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

/** Only the members that the person changed: the others may have been changed by somebody else meanwhile. */
function changedOf(datos: DatosEmpresa, body: Partial<DatosEmpresa>): Partial<DatosEmpresa> {
  const before: Readonly<Record<string, unknown>> = { ...datos }
  return Object.fromEntries(
    Object.entries(body).filter(
      ([member, value]) => JSON.stringify(value) !== JSON.stringify(before[member]),
    ),
  )
}
