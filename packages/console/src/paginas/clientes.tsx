/** Stored customers: a list, a panel that applies the tax rules, and an import. */
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { DOCUMENTOS_DE_IDENTIDAD } from '../emitir/identidad.ts'
import { useCustomers } from '../emitir/use-customers.ts'
import { Table } from '../ui/table.tsx'
import { documentoDe } from '../ui/text.ts'
import { COLUMNS, clienteDeFila } from './cliente.ts'
import { Panel } from './cliente-panel.tsx'
import css from './clientes.module.css'
import { Guardados, SHOWN } from './guardados.tsx'

const TIPOS = new Map<string, string>(DOCUMENTOS_DE_IDENTIDAD)

const FILE = {
  of: 'customers',
  columns: COLUMNS,
  required: 'nombre',
  toBody: clienteDeFila,
} as const

export function Page() {
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  return (
    <Guardados
      what="clientes"
      title="Clientes"
      create="Crear cliente"
      icon={UserRound}
      placeholder="Nombre, NIT, DUI o NRC"
      none={['Guarde a quienes factura seguido.', 'Nadie coincide.']}
      text={text}
      onText={setText}
      query={useCustomers(text, SHOWN)}
      countOf={({ customers }) => customers.length}
      file={FILE}
      table={({ customers }) => (
        <Table heads={['Nombre', 'Documento', 'Número']} className={css.customers}>
          {customers.map(({ customerId, nombre, tipoDocumento, numDocumento }) => (
            <tr
              key={customerId}
              data-row
              data-href
              onClick={() => navigate(`/clientes/${customerId}`)}
            >
              <td className="clip" title={nombre}>
                <Link href={`/clientes/${customerId}`} onClick={(e) => e.stopPropagation()}>
                  <b>{nombre}</b>
                </Link>
              </td>
              <td>{tipoDocumento ? TIPOS.get(tipoDocumento) : '–'}</td>
              <td className="code">{documentoDe(tipoDocumento, numDocumento) ?? '–'}</td>
            </tr>
          ))}
        </Table>
      )}
    >
      {id && (
        <Panel key={id} id={id === 'nuevo' ? null : id} onClose={() => navigate('/clientes')} />
      )}
    </Guardados>
  )
}
