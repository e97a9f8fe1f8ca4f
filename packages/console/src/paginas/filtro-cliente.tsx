/** The documents of one customer: a stored one by its number, or a free text. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { useCustomers } from '../emitir/use-customers.ts'
import { Combobox } from '../ui/combobox.tsx'
import { searchable } from '../ui/text.ts'

const SHOWN = 8

export function FiltroCliente(props: { value: string; onChange: (receptor: string) => void }) {
  const { value, onChange } = props
  const [text, setText] = useState('')
  const { data = [] } = useCustomers()
  const stored = data.find(({ numDocumento, nombre }) => value === (numDocumento ?? nombre))
  if (value) {
    return (
      <span className="pill filter">
        {stored?.nombre ?? value}
        <button
          type="button"
          className="ib"
          aria-label={`Quitar el filtro de ${stored?.nombre ?? value}`}
          onClick={() => onChange('')}
        >
          <X className="i" aria-hidden />
        </button>
      </span>
    )
  }
  const wanted = searchable(text)
  const take = (receptor: string) => {
    setText('')
    onChange(receptor)
  }
  const found = wanted ? data.filter(({ searched }) => searched.includes(wanted)) : data
  return (
    <div className="filter">
      <Combobox
        label="Cliente"
        placeholder="Todos los clientes"
        text={text}
        onText={setText}
        choices={found.slice(0, SHOWN).map(({ customerId, nombre, numDocumento }) => ({
          key: customerId,
          value: numDocumento ?? nombre,
          label: nombre,
        }))}
        onChoose={take}
        create={
          wanted ? { label: `Documentos de “${text.trim()}”`, run: () => take(text.trim()) } : null
        }
      />
    </div>
  )
}
