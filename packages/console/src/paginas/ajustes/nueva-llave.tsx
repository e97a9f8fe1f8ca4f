/** A new key of a program: what it may do, and whether it signs by itself. */
import { type FormEvent, useState } from 'react'
import { call } from '../../api/http.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { leerNumero, PREGUNTA } from '../../emitir/numero.ts'
import { TIPO, TIPOS_DTE } from '../../tipos.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, textOf } from '../../ui/form.tsx'
import { Input, Password } from '../../ui/input.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useAct } from '../../ui/use-act.ts'
import { AMBIENTE } from './ambiente.tsx'
import { codigosDe, PuntoOptions } from './puntos-usados.tsx'

export interface Minted {
  readonly apiKey: string
  readonly signKey: string | null
}

const ALCANCES = {
  issue: 'Emitir y corregir',
  query: 'Consultar',
  download: 'Descargar archivos',
  catalog: 'Guardar clientes y productos',
}

interface Props {
  readonly onClose: () => void
  readonly onMinted: (made: Minted) => void
}

export function NuevaLlave({ onClose, onMinted }: Props) {
  const { empresa, ambiente } = useWorkspace()
  const act = useAct()
  const [signs, setSigns] = useState(true)
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    const data = new FormData(form)
    void act.run(async () => {
      const monto = textOf(form, 'montoMaximo')
      const body = {
        nombre: textOf(form, 'nombre'),
        ambiente,
        ...codigosDe(textOf(form, 'punto')),
        alcances: Object.keys(ALCANCES).filter((name) => data.has(`alcance.${name}`)),
        tiposDte: TIPOS_DTE.filter((tipo) => data.has(`tipo.${tipo}`)),
        ...(monto === '' ? {} : { montoMaximo: montoDe(monto) }),
        ...(signs ? { frase: String(data.get('frase')) } : {}),
      }
      onMinted(await call<Minted>(`/${empresa.nit}/llaves`, { method: 'POST', body }))
    })
  }
  return (
    <Dialog title={`Crear llave · ${AMBIENTE[ambiente].toLowerCase()}`} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <Input
          label="Para qué es"
          help="Caja 1, tienda en línea, contabilidad…"
          name="nombre"
          maxLength={100}
          required
        />
        <Field label="Punto de venta">
          <select className="input" name="punto" required>
            <PuntoOptions />
          </select>
        </Field>
        <fieldset className="inline">
          <legend className="label">Puede</legend>
          {Object.entries(ALCANCES).map(([name, label]) => (
            <Check key={name} name={`alcance.${name}`} defaultChecked>
              {label}
            </Check>
          ))}
        </fieldset>
        <fieldset className="inline">
          <legend className="label">Tipos</legend>
          {TIPOS_DTE.map((tipo) => (
            <Check key={tipo} name={`tipo.${tipo}`} defaultChecked={tipo === '01'}>
              {TIPO[tipo].nombre}
            </Check>
          ))}
        </fieldset>
        <Input
          label="Monto máximo por documento"
          optional
          className="input num"
          name="montoMaximo"
          inputMode="decimal"
        />
        <Check checked={signs} onCheck={setSigns}>
          Firma por sí sola
        </Check>
        {signs && <Password label="Frase del dueño" name="frase" />}
        <Problem text={act.problem} />
        <Button primary type="submit" busy={act.busy}>
          Crear
        </Button>
      </Form>
    </Dialog>
  )
}

export function montoDe(text: string): number {
  const monto = leerNumero(text)
  if (monto.kind === 'duda') throw new Error(PREGUNTA(monto.propuesta))
  if (monto.kind !== 'numero') throw new Error('El monto máximo es un número, como 1250.50.')
  return monto.valor
}
