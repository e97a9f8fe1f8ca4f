/**
 * Cancelling a sealed document or event: reason, replacement, who is responsible, who asked, and the last four
 * signs of its number.
 */
import type { TipoDte } from '@sello/contract'
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
import { capital, money, shortNumero } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { useSignedAct } from './signed-act.tsx'

/** What is cancelled. */
export interface Invalidado {
  readonly codigoGeneracion: string
  /** Within a sentence: `factura`. */
  readonly nombre: string
  /** By which people know it. */
  readonly numero: string
  /** The type of what may replace it; null: nothing does. */
  readonly reemplazable: TipoDte | null
}

export const invalidado = ({ codigoGeneracion, tipoDte, numeroControl }: Query): Invalidado => ({
  codigoGeneracion,
  nombre: TIPO[tipoDte].nombre.toLowerCase(),
  numero: numeroControl,
  reemplazable: tipoDte,
})

interface Props {
  readonly target: Invalidado
  readonly onClose: () => void
  readonly onDone: () => void
}

export function Invalidar({ target, onClose, onDone }: Props) {
  const { codigoGeneracion, nombre, numero, reemplazable } = target
  const { persona } = useSession()
  const [tipo, setTipo] = useState('1')
  const [typed, setTyped] = useState('')
  const isReasoned = tipo !== '2'
  const isReplaced = isReasoned && reemplazable !== null
  const last = numero.slice(-4)
  const isTyped = typed.toUpperCase() === last
  const act = useSignedAct(() => {
    toast(`Invalidación registrada: ${capital(nombre)} ${shortNumero(numero)}.`)
    onDone()
  })
  const submit = ({ currentTarget: form }: FormEvent<HTMLFormElement>) => {
    if (!isTyped) return
    const text = (name: string) => textOf(form, name)
    const person = (who: string) => ({
      nombre: text(`${who}.nombre`),
      tipoDocumento: text(`${who}.tipoDocumento`),
      numDocumento: text(`${who}.numDocumento`),
    })
    const responsable = person('responsable')
    void act.run(`/v1/dte/${codigoGeneracion}/invalidate`, {
      tipoAnulacion: Number(tipo),
      ...(text('motivo') ? { motivo: text('motivo') } : {}),
      ...(isReplaced ? { codigoGeneracionReemplazo: text('reemplazo') } : {}),
      responsable,
      solicita: text('solicita.nombre') ? person('solicita') : responsable,
    })
  }
  return (
    <Dialog title={`Invalidar ${nombre}`} onClose={onClose}>
      <Form className="stack" onSubmit={submit}>
        <p className="notice bad">
          Invalidar {numero}. Quedará invalidado ante Hacienda para siempre.
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
          optional={!isReasoned}
          name="motivo"
          minLength={5}
          maxLength={250}
          required={isReasoned}
        />
        {isReplaced && <Reemplazo de={codigoGeneracion} tipoDte={reemplazable} />}
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
          inputMode={/^\d+$/.test(last) ? 'numeric' : 'text'}
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
            why={isTyped ? null : 'Escriba los últimos 4 dígitos.'}
          >
            Invalidar
          </Button>
        </div>
      </Form>
      {act.dialog}
    </Dialog>
  )
}

/** The sealed document that takes the place of this one. */
function Reemplazo({ de, tipoDte }: { readonly de: string; readonly tipoDte: TipoDte }) {
  const workspace = useWorkspace()
  const { data } = useCall<PaginaDocumentos>(
    ['reemplazos', apiOf(workspace), tipoDte],
    `${apiOf(workspace)}/documentos?tipo=${tipoDte}&estado=sellado&limit=50`,
  )
  return (
    <Field
      label="Documento que lo reemplaza"
      help={
        hasForm(tipoDte) && (
          <>
            ¿Todavía no lo hay?{' '}
            <Link className="link" href={`/emitir/${tipoDte}?como=${de}`}>
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
        {(data?.documentos ?? [])
          .filter(({ codigoGeneracion }) => codigoGeneracion !== de)
          .map((fila) => (
            <option key={fila.codigoGeneracion} value={fila.codigoGeneracion}>
              {shortNumero(fila.numeroControl)} · {fila.receptor?.nombre ?? 'Sin nombre'} ·{' '}
              {money(fila.totales.totalPagar)}
            </option>
          ))}
      </select>
    </Field>
  )
}

function Persona(props: { who: string; label: string; nombre: string; required?: boolean }) {
  const { who, label, nombre, required } = props
  return (
    <fieldset className="fields">
      <legend className="label">{label}</legend>
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
