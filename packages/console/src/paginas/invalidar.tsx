/**
 * Cancelling a sealed document: reason, replacement, who is responsible, who asked, and the last four
 * digits.
 */
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { PaginaDocumentos } from '../api/types.ts'
import { useCall } from '../api/use-call.ts'
import { useSession } from '../app/session.tsx'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import type { Query } from '../emitir/from-documento.ts'
import { hasForm, TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form, textOf } from '../ui/form.tsx'
import { Input } from '../ui/input.tsx'
import { money, shortNumero } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useSignedAct } from './signed-act.tsx'

interface Props {
  readonly doc: Query
  readonly onClose: () => void
  readonly onDone: () => void
}

export function Invalidar({ doc, onClose, onDone }: Props) {
  const workspace = useWorkspace()
  const { persona } = useSession()
  const [tipo, setTipo] = useState('1')
  const [typed, setTyped] = useState('')
  const needs = tipo !== '2'
  const last = doc.numeroControl.slice(-4)
  const act = useSignedAct(() => {
    toast(`Invalidación registrada: ${TIPO[doc.tipoDte].nombre} ${shortNumero(doc.numeroControl)}.`)
    onDone()
  })
  const replacements = useCall<PaginaDocumentos>(
    ['reemplazos', apiOf(workspace), doc.tipoDte],
    `${apiOf(workspace)}/documentos?tipo=${doc.tipoDte}&estado=sellado&limit=50`,
    { enabled: needs },
  )
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    if (typed !== last) return
    const text = (name: string) => textOf(form, name)
    const person = (who: string) => ({
      nombre: text(`${who}.nombre`),
      tipoDocumento: text(`${who}.tipoDocumento`),
      numDocumento: text(`${who}.numDocumento`),
    })
    const responsable = person('responsable')
    void act.run(`/v1/dte/${doc.codigoGeneracion}/invalidate`, {
      tipoAnulacion: Number(tipo),
      ...(text('motivo') ? { motivo: text('motivo') } : {}),
      ...(needs ? { codigoGeneracionReemplazo: text('reemplazo') } : {}),
      responsable,
      solicita: text('solicita.nombre') ? person('solicita') : responsable,
    })
  }
  return (
    <Dialog title={`Invalidar ${TIPO[doc.tipoDte].nombre.toLowerCase()}`} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <p className="notice bad">
          Invalidar {doc.numeroControl}. Quedará invalidado ante Hacienda para siempre.
        </p>
        <Field label="Por qué">
          <select className="input" value={tipo} onChange={(event) => setTipo(event.target.value)}>
            <option value="1">Error en la información del documento</option>
            <option value="2">Rescisión de la operación</option>
            <option value="3">Otro</option>
          </select>
        </Field>
        <Input
          label="Motivo"
          optional={!needs}
          name="motivo"
          minLength={5}
          maxLength={250}
          required={needs}
        />
        {needs && (
          <Field
            label="Documento que lo reemplaza"
            help={
              hasForm(doc.tipoDte) && (
                <>
                  ¿Todavía no lo hay?{' '}
                  <Link
                    className="link"
                    href={`/emitir/${doc.tipoDte}?como=${doc.codigoGeneracion}`}
                  >
                    Emitir el reemplazo
                  </Link>
                </>
              )
            }
          >
            <select className="input" name="reemplazo" required defaultValue="">
              <option value="" disabled>
                Elija
              </option>
              {(replacements.data?.documentos ?? [])
                .filter(({ codigoGeneracion }) => codigoGeneracion !== doc.codigoGeneracion)
                .map((fila) => (
                  <option key={fila.codigoGeneracion} value={fila.codigoGeneracion}>
                    {shortNumero(fila.numeroControl)} · {fila.receptor?.nombre ?? 'Sin nombre'} ·{' '}
                    {money(fila.totales.totalPagar)}
                  </option>
                ))}
            </select>
          </Field>
        )}
        <Persona
          who="responsable"
          label="Quien responde ante Hacienda"
          nombre={persona.nombre}
          required
        />
        <Persona who="solicita" label="Quien lo pide (vacío: la misma persona)" nombre="" />
        <Input
          label={`Escriba sus últimos 4 dígitos: ${last}`}
          error={act.problem}
          className="input code"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="actions">
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            danger
            type="submit"
            busy={act.busy}
            why={typed === last ? null : 'Escriba los últimos 4 dígitos.'}
          >
            Invalidar
          </Button>
        </div>
      </Form>
      {act.dialog}
    </Dialog>
  )
}

function Persona(props: { who: string; label: string; nombre: string; required?: boolean }) {
  const { who, label, nombre, required } = props
  return (
    <fieldset className="fields">
      <legend className="lab">{label}</legend>
      <input
        className="input"
        name={`${who}.nombre`}
        aria-label={`Nombre de ${label}`}
        placeholder="Nombre"
        defaultValue={nombre}
        required={required}
      />
      <select
        className="input w4"
        name={`${who}.tipoDocumento`}
        aria-label={`Documento de ${label}`}
      >
        <option value="13">DUI</option>
        <option value="36">NIT</option>
        <option value="03">Pasaporte</option>
      </select>
      <input
        className="input w8"
        name={`${who}.numDocumento`}
        aria-label={`Número de documento de ${label}`}
        placeholder="Número"
        required={required}
      />
    </fieldset>
  )
}
