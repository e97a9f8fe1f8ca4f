/** The receiver: a stored customer, a new one created here, or nobody by name. */

import type { Customer } from '@sello/contract'
import { Pencil, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/http.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { Combobox, Found } from '../ui/combobox.tsx'
import { messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import { Chosen } from './chosen.tsx'
import { type Receptor, receptorDe } from './form.ts'
import { ReceptorFields } from './receptor-fields.tsx'
import type { TipoForm } from './tipo-form.ts'
import { useCustomers } from './use-customers.ts'

interface Props {
  readonly tipo: TipoForm
  readonly value: Receptor | null
  /** The same one with other data, another one, or nobody. */
  readonly onChange: (receptor: Receptor | null) => void
  readonly errorOf: (at: string) => string | undefined
  readonly onBlur: (at: string) => void
  /** The receiver is complete: the hands go on elsewhere. */
  readonly onDone: (receptor: Receptor) => void
}

export const toReceptorForm = (customer: Customer): Receptor =>
  receptorDe(customer, customer.customerId)

export function Cliente(props: Props) {
  const { value, tipo, onChange } = props
  const [editing, setEditing] = useState(false)
  /** Whether somebody wants another one than was chosen. */
  const [again, setAgain] = useState(false)
  const fields = useRef<HTMLDivElement>(null)
  const change = () => {
    setEditing(true)
    requestAnimationFrame(() => firstEmpty(fields.current)?.focus())
  }
  const remove = () => {
    setEditing(false)
    setAgain(true)
    onChange(null)
  }
  const errors =
    value &&
    tipo.receptor.some((m) => props.errorOf(`receptor.${m === 'nit' ? 'numDocumento' : m}`))
  if (value && (editing || value.nombre === '' || errors)) {
    return (
      <div className="stack" ref={fields}>
        <ReceptorFields
          value={value}
          shown={tipo.receptor}
          errorOf={(member) => props.errorOf(`receptor.${member}`)}
          onChange={(values) => onChange({ guardar: true, ...value, ...values })}
          onBlur={(member) => props.onBlur(`receptor.${member}`)}
        />
        <div className="inline">
          <label className="check">
            <input
              type="checkbox"
              checked={value.guardar ?? true}
              onChange={(event) => onChange({ ...value, guardar: event.target.checked })}
            />
            {value.customerId ? 'Guardar los cambios en clientes' : 'Guardar en clientes'}
          </label>
          <span className="space" />
          {value.nombre !== '' && (
            <button
              type="button"
              className="link"
              onClick={() => {
                setEditing(false)
                props.onDone(value)
              }}
            >
              Listo
            </button>
          )}
          <button type="button" className="link" onClick={remove}>
            Elegir otro
          </button>
        </div>
        {props.errorOf('receptor') && <p className="err">{props.errorOf('receptor')}</p>}
      </div>
    )
  }
  if (value) {
    const { nombre, numDocumento, nrc, correo, complemento } = value
    const facts = [numDocumento, nrc && `NRC ${nrc}`, correo, complemento].filter(Boolean)
    return (
      <Chosen
        name={nombre}
        facts={facts.join(' · ') || 'Sin más datos'}
        remove="Quitar cliente"
        onRemove={remove}
      >
        <button
          type="button"
          className="icon-button"
          aria-label="Cambiar datos del cliente"
          onClick={change}
        >
          <Pencil className="icon" aria-hidden />
        </button>
      </Chosen>
    )
  }
  return (
    <Search
      {...props}
      autoFocus={again}
      onCreate={(receptor) => {
        onChange({ ...receptor, guardar: true })
        change()
      }}
    />
  )
}

/** The first that is not filled in; of a complete receiver, the first. */
function firstEmpty(fields: HTMLElement | null): HTMLInputElement | undefined {
  const all = [...(fields?.querySelectorAll<HTMLInputElement>('input[data-at]') ?? [])]
  return all.find(({ value }) => value === '') ?? all[0]
}

/** Customers listed under the field. */
const LISTED = 10

function Search(props: Props & { autoFocus: boolean; onCreate: (receptor: Receptor) => void }) {
  const { tipo, onChange, onCreate, onDone, errorOf, autoFocus } = props
  const workspace = useWorkspace()
  const [text, setText] = useState('')
  const customers = useCustomers(text, LISTED)
  const choose = (customerId: string) => {
    call<Customer>(`${apiOf(workspace)}/v1/customers/${customerId}`).then(
      (customer) => {
        const receptor = toReceptorForm(customer)
        onChange(receptor)
        onDone(receptor)
      },
      (error: unknown) => toast(messageOf(error)),
    )
  }
  const problem = errorOf('receptor')
  return (
    <div className="field">
      <Combobox
        label={tipo.cliente}
        dataAt="receptor"
        autoFocus={autoFocus}
        text={text}
        onText={setText}
        placeholder={
          tipo.sinNombre
            ? 'Sin nombre. Escriba para buscar: nombre, NIT, DUI o NRC'
            : 'Nombre, NIT, DUI o NRC'
        }
        invalid={problem !== undefined}
        choices={(customers.data?.customers ?? []).map((row) => ({
          key: row.customerId,
          value: row.customerId,
          texts: [row.nombre, row.numDocumento, row.externalId],
          label: (
            <>
              <span>
                <Found text={row.nombre} part={text.trim()} />
              </span>
              <small>{row.numDocumento ?? 'Sin documento'}</small>
            </>
          ),
        }))}
        onChoose={choose}
        empty={customers.isAnswered ? 'Nadie coincide.' : 'Buscando…'}
        create={
          // Offered once it is known who matches: the first row is what the arrow takes.
          text.trim() === '' || !customers.isAnswered
            ? null
            : {
                label: (
                  <>
                    <Plus className="icon" aria-hidden /> Crear “{text.trim()}”
                  </>
                ),
                run: () => {
                  const digits = /^[\d-]{8,}$/.test(text.trim())
                  onCreate(receptorDe({ [digits ? 'numDocumento' : 'nombre']: text.trim() }))
                },
              }
        }
      />
      {problem && <span className="err">{problem}</span>}
    </div>
  )
}
