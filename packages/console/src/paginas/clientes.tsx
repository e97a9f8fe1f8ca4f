/** Stored customers: a list, a panel that applies the tax rules, and an import. */

import type { Customer } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Plus, Search, Upload, UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { markIssues } from '../emitir/campos.ts'
import { toReceptorForm } from '../emitir/cliente.tsx'
import { type Receptor, receptorVacio } from '../emitir/form.ts'
import { tieneDireccion } from '../emitir/peticion.ts'
import { ReceptorFields } from '../emitir/receptor-fields.tsx'
import { useCustomers } from '../emitir/use-customers.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty, Loaded, messageOf } from '../ui/states.tsx'
import { toast } from '../ui/toast.tsx'
import type { CsvRow } from './csv.ts'
import { Importar } from './importar.tsx'

const FIELDS = [
  'tipoDocumento',
  'numDocumento',
  'nrc',
  'nombre',
  'codActividad',
  'nombreComercial',
  'direccion',
  'telefono',
  'correo',
]
const SHOWN = 100

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
                      <td className="code">{row.numDocumento ?? '–'}</td>
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
          toBody={toBody}
          onClose={() => setImporting(false)}
        />
      )}
    </div>
  )
}

function bodyOf(value: Receptor): object {
  const {
    customerId: _,
    guardar: __,
    departamento,
    municipio,
    distrito,
    complemento,
    tipoPersona,
    ...texts
  } = value
  const direccion = tieneDireccion(value)
    ? { departamento, municipio, distrito, complemento: complemento.trim() }
    : null
  return {
    ...Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, text.trim() === '' ? null : text.trim()]),
    ),
    direccion,
    tipoPersona: tipoPersona === '' ? null : Number(tipoPersona),
    nombre: texts.nombre.trim(),
  }
}

function Panel({ id, onClose }: { id: string | null; onClose: () => void }) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [value, setValue] = useState<Receptor | null>(id === null ? receptorVacio() : null)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<{ text: string; other: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const base = `${apiOf(workspace)}/v1/customers`
  const write = may(workspace.empresa.rol, 'emitir')
  useEffect(() => {
    if (id === null) return
    call<Customer>(`${base}/${id}`).then(
      (customer) => setValue(toReceptorForm(customer)),
      (error: unknown) => setProblem({ text: messageOf(error), other: null }),
    )
  }, [id, base])
  const save = async () => {
    if (!value) return
    setBusy(true)
    setProblem(null)
    try {
      const body = bodyOf(value)
      if (id === null) await call(base, { method: 'POST', body })
      else await call(`${base}/${id}`, { method: 'PATCH', body })
      await client.invalidateQueries({ queryKey: ['customers'] })
      toast(id === null ? 'Cliente guardado.' : 'Cambios guardados.')
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'customer_exists') {
        setProblem({
          text: `Ya existe ${value.nombre} con ese documento.`,
          other: String(error.details.customerId),
        })
      } else if (error instanceof ApiError && error.issues.length > 0) {
        const marked = markIssues(
          error.issues.map((one) => ({ ...one, field: `receptor.${one.field}` })),
          [],
        )
        setErrors(new Map(marked.map(({ at, message }) => [at.replace('receptor.', ''), message])))
      } else setProblem({ text: messageOf(error), other: null })
    } finally {
      setBusy(false)
    }
  }
  const deactivate = async () => {
    try {
      await call(`${base}/${id}`, { method: 'DELETE' })
      await client.invalidateQueries({ queryKey: ['customers'] })
      toast('Cliente desactivado.', {
        label: 'Deshacer',
        run: () => {
          void call(`${base}/${id}`, { method: 'PATCH', body: { activo: true } }).then(() =>
            client.invalidateQueries({ queryKey: ['customers'] }),
          )
        },
      })
      onClose()
    } catch (error) {
      setProblem({ text: messageOf(error), other: null })
    }
  }
  return (
    <Dialog
      title={id === null ? 'Crear cliente' : (value?.nombre ?? 'Cliente')}
      panel
      onClose={onClose}
      footer={
        write &&
        value && (
          <>
            {id !== null && (
              <Button quiet onClick={() => void deactivate()}>
                Desactivar
              </Button>
            )}
            <span className="sp" />
            <Button primary busy={busy} onClick={() => void save()}>
              Guardar
            </Button>
          </>
        )
      }
    >
      {problem && (
        <p className="notice bad" role="alert">
          {problem.text}
          {problem.other && (
            <Button small onClick={() => navigate(`/clientes/${problem.other}`)}>
              Abrir
            </Button>
          )}
        </p>
      )}
      {value && (
        <ReceptorFields
          value={value}
          shown={FIELDS}
          errorOf={(member) => errors.get(member)}
          onChange={(values) => {
            setErrors(new Map())
            setValue({ ...value, ...values })
          }}
        />
      )}
      {id !== null && (
        <Link
          className="link"
          href={`/documentos?q=${encodeURIComponent(value?.numDocumento || value?.nombre || '')}`}
        >
          Ver sus documentos
        </Link>
      )}
    </Dialog>
  )
}

const DIRECCION = {
  departamento: 'Departamento',
  municipio: 'Municipio',
  distrito: 'Distrito',
  complemento: 'Dirección',
}
const OWN = {
  nombre: 'Nombre',
  tipoDocumento: 'Tipo de documento',
  numDocumento: 'Número de documento',
  nrc: 'NRC',
  codActividad: 'Actividad económica',
  nombreComercial: 'Nombre comercial',
  telefono: 'Teléfono',
  correo: 'Correo',
  externalId: 'Código propio',
}
const COLUMNS = { ...OWN, ...DIRECCION }

/** Restores the leading zero that spreadsheets remove from codes. */
const DIGITS: Readonly<Record<string, number>> = {
  ...{ tipoDocumento: 2, departamento: 2, municipio: 2, distrito: 2, codActividad: 5 },
}

function toBody(row: CsvRow): object {
  const given = (name: string) => {
    const text = row[name] ?? ''
    return /^\d+$/.test(text) ? text.padStart(DIGITS[name] ?? 0, '0') : text
  }
  const members = Object.keys(OWN).flatMap((name) =>
    row[name] ? [[name, given(name)] as const] : [],
  )
  const direccion = Object.keys(DIRECCION).some((name) => row[name])
    ? { direccion: Object.fromEntries(Object.keys(DIRECCION).map((name) => [name, given(name)])) }
    : {}
  return { ...Object.fromEntries(members), ...direccion }
}
