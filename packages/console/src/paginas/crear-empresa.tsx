/** A new company, created by the operator of the service: its data on documents, and its owner. */
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/http.ts'
import { type Receptor, receptorVacio } from '../emitir/form.ts'
import { descripcionDe, ReceptorFields } from '../emitir/receptor-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Form, textOf } from '../ui/form.tsx'
import { Input } from '../ui/input.tsx'
import { Problem } from '../ui/problem.tsx'
import { CAMPOS_DE_EMPRESA, useMarkedAct } from './emisor.ts'
import { Enlace, type Invitacion } from './shown-once.tsx'

interface Made {
  readonly empresa: { readonly nombre: string }
  readonly invitacion: Invitacion
}

export function CrearEmpresa({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const act = useMarkedAct()
  const [value, setValue] = useState<Receptor>(receptorVacio())
  const [made, setMade] = useState<Made | null>(null)
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const dueno = { correo: textOf(form, 'dueno.correo'), nombre: textOf(form, 'dueno.nombre') }
    void act.run(async () => {
      setMade(await call('/empresas', { method: 'POST', body: { ...toBody(value), dueno } }))
      await client.invalidateQueries({ queryKey: ['empresas'] })
    })
  }
  if (made) {
    return (
      <Dialog title={`${made.empresa.nombre} está creada`} onClose={onClose}>
        <Enlace invitacion={made.invitacion} to="a su dueño" onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog title="Crear empresa" panel onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <p className="sub">Tal como está en su tarjeta de contribuyente: así saldrá impresa.</p>
        <ReceptorFields
          value={value}
          shown={CAMPOS_DE_EMPRESA}
          isEmisor
          errorOf={act.errorOf}
          onChange={(values) => setValue({ ...value, ...values })}
        />
        <h3>Quién será su dueño</h3>
        <p className="sub">Recibe un enlace para entrar. Puede ser usted.</p>
        <div className="fields">
          <Input label="Nombre" width="w6" name="dueno.nombre" autoComplete="off" />
          <Input
            label="Correo del dueño"
            width="w6"
            error={act.errorOf('dueno.correo')}
            name="dueno.correo"
            type="email"
            autoComplete="off"
          />
        </div>
        <Problem text={act.problem} />
        <Button primary type="submit" busy={act.busy}>
          Crear empresa
        </Button>
      </Form>
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
