/** The documents of one customer: a stored one by its number, or a free text. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { useCustomers } from '../emitir/use-customers.ts'
import { Combobox } from '../ui/combobox.tsx'
import css from './filtro-cliente.module.css'

const SHOWN = 8

export function FiltroCliente(props: { value: string; onChange: (receptor: string) => void }) {
  const { value, onChange } = props
  const [text, setText] = useState('')
  const { data } = useCustomers(value || text, SHOWN)
  const found = data?.customers ?? []
  const stored = found.find(({ numDocumento, nombre }) => value === (numDocumento ?? nombre))
  if (value) {
    return (
      <span className={`pill ${css.chosen}`}>
        {stored?.nombre ?? value}
        <button
          type="button"
          className="icon-button"
          aria-label={`Quitar el filtro de ${stored?.nombre ?? value}`}
          onClick={() => onChange('')}
        >
          <X className="icon" aria-hidden />
        </button>
      </span>
    )
  }
  const wanted = text.trim()
  const take = (receptor: string) => {
    setText('')
    onChange(receptor)
  }
  return (
    <div className={css.filter}>
      <Combobox
        label="Cliente"
        placeholder="Todos los clientes"
        text={text}
        onText={setText}
        choices={found.map(({ customerId, nombre, numDocumento }) => ({
          key: customerId,
          value: numDocumento ?? nombre,
          texts: [nombre, numDocumento],
          label: nombre,
        }))}
        onChoose={take}
        onEnter={() => wanted !== '' && take(wanted)}
        create={wanted ? { label: `Documentos de “${wanted}”`, run: () => take(wanted) } : null}
      />
    </div>
  )
}
