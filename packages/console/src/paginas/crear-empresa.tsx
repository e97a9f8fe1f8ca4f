/** A new company, created by the operator of the service: its data on documents, and its owner. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, call } from '../api/http.ts'
import { copy } from '../emitir/ending.tsx'
import { type Receptor, receptorVacio } from '../emitir/form.ts'
import { descripcionDe, ReceptorFields } from '../emitir/receptor-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { messageOf } from '../ui/states.tsx'
import { capital, dateTime } from '../ui/text.ts'

interface Made {
  readonly empresa: { readonly nombre: string }
  readonly invitacion: { readonly url: string; readonly venceEl: string }
}

const SHOWN = [
  'nombre',
  'nit',
  'nrc',
  'codActividad',
  'nombreComercial',
  'direccion',
  'telefono',
  'correo',
]

export function CrearEmpresa({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [value, setValue] = useState<Receptor>(receptorVacio())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '').trim()
    setBusy(true)
    setProblem(null)
    setProblems(new Map())
    try {
      const dueno = { correo: text('dueno.correo'), nombre: text('dueno.nombre') }
      setMade(await call<Made>('/empresas', { method: 'POST', body: { ...toBody(value), dueno } }))
      await client.invalidateQueries({ queryKey: ['empresas'] })
    } catch (error) {
      const issues = error instanceof ApiError ? error.issues : []
      setProblems(new Map(issues.map(({ field, message }) => [memberOf(field), capital(message)])))
      if (issues.length === 0) setProblem(messageOf(error))
      else setProblem('Revise lo que está marcado.')
    } finally {
      setBusy(false)
    }
  }
  if (made) return <Entregar made={made} onClose={onClose} />
  return (
    <Dialog title="Crear empresa" panel onClose={onClose}>
      <Form className="stack" onSubmit={(event) => void submit(event)}>
        <p className="sub">Tal como está en su tarjeta de contribuyente: así saldrá impresa.</p>
        <ReceptorFields
          value={value}
          shown={SHOWN}
          isEmisor
          errorOf={(member) => problems.get(member)}
          onChange={(values) => setValue({ ...value, ...values })}
        />
        <h3>Quién será su dueño</h3>
        <p className="sub">Recibe un enlace para entrar. Puede ser usted.</p>
        <div className="fields">
          <Field label="Nombre" className="w6">
            <input className="in" name="dueno.nombre" autoComplete="off" />
          </Field>
          <Field label="Correo del dueño" className="w6" error={problems.get('dueno.correo')}>
            <input className="in" name="dueno.correo" type="email" autoComplete="off" />
          </Field>
        </div>
        {problem && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
        <Button primary type="submit" busy={busy}>
          Crear empresa
        </Button>
      </Form>
    </Dialog>
  )
}

function Entregar({ made, onClose }: { made: Made; onClose: () => void }) {
  return (
    <Dialog title={`${made.empresa.nombre} está creada`} onClose={onClose}>
      <p>
        Entregue este enlace a su dueño. Sirve una vez, hasta el {dateTime(made.invitacion.venceEl)}
        .
      </p>
      <div className="secret">
        <code data-secret>{made.invitacion.url}</code>
        <Button small onClick={() => copy(made.invitacion.url, 'Enlace copiado.')}>
          Copiar
        </Button>
      </div>
      <Button primary onClick={onClose}>
        Listo
      </Button>
    </Dialog>
  )
}

const digits = (text: string) => text.replaceAll(/[\s-]/g, '')

function toBody(value: Receptor) {
  const { nombre, codActividad, telefono, correo } = value
  const { departamento, municipio, distrito, complemento } = value
  return {
    nit: digits(value.numDocumento),
    nrc: digits(value.nrc),
    nombre: nombre.trim(),
    nombreComercial: value.nombreComercial.trim() || null,
    codActividad,
    descActividad: descripcionDe(codActividad),
    direccion: { departamento, municipio, distrito, complemento: complemento.trim() },
    telefono: digits(telefono),
    correo: correo.trim(),
  }
}

/** The field of the form that a problem is about. */
export function memberOf(field: string): string {
  const name = field.replace(/^emisor\./, '')
  if (name.startsWith('dueno')) return 'dueno.correo'
  if (name.startsWith('responsable.')) return name
  if (name === 'nit') return 'numDocumento'
  if (name === 'descActividad') return 'codActividad'
  return name.split('.').at(-1) ?? name
}
