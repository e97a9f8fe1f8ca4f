/** Stored customers: a list, a panel that applies the tax rules, and an import. */

import { Plus, Search, Upload, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { may, useWorkspace } from '../app/workspace.ts'
import { useCustomers } from '../emitir/use-customers.ts'
import { Button } from '../ui/button.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { documentoDe } from '../ui/text.ts'
import { COLUMNS, clienteDeFila } from './cliente.ts'
import { Panel } from './cliente-panel.tsx'
import { Importar } from './importar.tsx'

const SHOWN = 100
const TIPOS: Readonly<Record<string, string>> = {
  ...{ '13': 'DUI', '36': 'NIT', '03': 'Pasaporte', '02': 'Carnet de residente', '37': 'Otro' },
}

export function Page() {
  const workspace = useWorkspace()
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const query = useCustomers(text, SHOWN)
  const [importing, setImporting] = useState(false)
  const write = may(workspace.empresa.rol, 'emitir')
  const buttons = write && (
    <>
      <Button onClick={() => setImporting(true)}>
        <Upload className="i" aria-hidden /> Importar CSV
      </Button>
      <Link className="btn p" href="/clientes/nuevo">
        <Plus className="i" aria-hidden /> Crear cliente
      </Link>
    </>
  )
  return (
    <div className="page">
      <div className="h">
        <h1 className="dup">Clientes</h1>
        <span className="sp" />
        {buttons}
      </div>
      <div className="chips">
        <div className="find">
          <Search className="i" aria-hidden />
          <input
            className="in"
            type="search"
            data-search
            aria-label="Buscar clientes"
            placeholder="Nombre, NIT, DUI o NRC"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      </div>
      <div className="card tablebox">
        <Loaded query={query}>
          {({ customers }) => {
            if (customers.length === 0 && text.trim() === '') {
              return (
                <Empty icon={<UserRound className="i" aria-hidden />}>
                  <p>Guarde a quienes factura seguido.</p>
                  <div className="rowx">{buttons}</div>
                </Empty>
              )
            }
            if (customers.length === 0) {
              return (
                <Empty>
                  <p>Nadie coincide.</p>
                  <Button onClick={() => setText('')}>Quitar filtros</Button>
                </Empty>
              )
            }
            return (
              <table className="table two">
                <thead>
                  <tr>
                    <th>Nombre</th>
                    <th>Documento</th>
                    <th>Número</th>
                  </tr>
                </thead>
                <tbody>
                  {customers.map((row) => (
                    <tr
                      key={row.customerId}
                      data-row
                      data-href
                      onClick={() => navigate(`/clientes/${row.customerId}`)}
                    >
                      <td className="clip" title={row.nombre}>
                        <Link
                          href={`/clientes/${row.customerId}`}
                          onClick={(e) => e.stopPropagation()}
                        >
                          <b>{row.nombre}</b>
                        </Link>
                      </td>
                      <td>{row.tipoDocumento ? (TIPOS[row.tipoDocumento] ?? 'Otro') : '–'}</td>
                      <td className="code">
                        {documentoDe(row.tipoDocumento, row.numDocumento) ?? '–'}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }}
        </Loaded>
      </div>
      {query.data?.siguiente && (
        <p className="small below">Son los {SHOWN} más nuevos. Busque para ver los demás.</p>
      )}
      {id && (
        <Panel key={id} id={id === 'nuevo' ? null : id} onClose={() => navigate('/clientes')} />
      )}
      {importing && (
        <Importar
          what="clientes"
          of="customers"
          columns={COLUMNS}
          required="nombre"
          toBody={clienteDeFila}
          onClose={() => setImporting(false)}
        />
      )}
    </div>
  )
}
