/** The data that a company prints on its documents, as two forms change them. */
import { useState } from 'react'
import { ApiError } from '../api/http.ts'
import { capital } from '../ui/text.ts'
import { useAct } from '../ui/use-act.ts'

const NONE: ReadonlyMap<string, string> = new Map()

/** As `useAct`, and says by each field what the service says of it. */
export function useMarkedAct() {
  const act = useAct()
  const [problems, setProblems] = useState(NONE)
  const run = (work: () => Promise<unknown>) =>
    act.run(async () => {
      setProblems(NONE)
      try {
        await work()
      } catch (error) {
        const issues = error instanceof ApiError ? error.issues : []
        if (issues.length === 0) throw error
        setProblems(
          new Map(issues.map(({ field, message }) => [memberOf(field), capital(message)])),
        )
        throw new Error('Revise lo que está marcado.')
      }
    })
  return { ...act, run, errorOf: (member: string) => problems.get(member) }
}

/** The field of the form that a problem is about. */
function memberOf(field: string): string {
  const name = field.replace(/^emisor\./, '')
  if (name.startsWith('dueno')) return 'dueno.correo'
  if (/^(responsable|resolucion)\./.test(name)) return name
  if (name === 'nit') return 'numDocumento'
  if (name === 'descActividad') return 'codActividad'
  return name.split('.').at(-1) ?? name
}

/** In the order of the screen; the NIT of a company never changes. */
export const CAMPOS_DE_EMPRESA = [
  'nombre',
  'nit',
  'nrc',
  'codActividad',
  'nombreComercial',
  'direccion',
  'telefono',
  'correo',
]
