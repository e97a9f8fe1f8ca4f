/** One customer: a new one, or one to change, by the tax rules. */
import type { Customer } from '@sello/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ApiError, call } from '../api/http.ts'
import type { PaginaDocumentos } from '../api/types.ts'
import { useCall } from '../api/use-call.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { hace } from '../clock.ts'
import { markIssues } from '../emitir/campos.ts'
import { toReceptorForm } from '../emitir/cliente.tsx'
import { type Receptor, receptorVacio } from '../emitir/form.ts'
import { preguntaPorDocumento, tieneDireccion } from '../emitir/receptor.ts'
import { ReceptorFields } from '../emitir/receptor-fields.tsx'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loaded, messageOf } from '../ui/states.tsx'
import { dayOf, money, shortNumero } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'

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
function bodyOf(value: Receptor): object {
  const {
    customerId: _,
    guardar: __,
    departamento,
    municipio,
    distrito,
    complemento,
    tipoPersona,
    codDomiciliado: ___, // a stored customer says it by its country
    tipoEstablecimiento: ____, // of a liquidation alone
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

export function Panel({ id, onClose }: { id: string | null; onClose: () => void }) {
  const workspace = useWorkspace()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [value, setValue] = useState<Receptor | null>(id === null ? receptorVacio() : null)
  /** As it is stored, which its documents name. */
  const [stored, setStored] = useState<Customer | null>(null)
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map())
  const [problem, setProblem] = useState<{ text: string; other: string | null } | null>(null)
  const [busy, setBusy] = useState(false)
  const base = `${apiOf(workspace)}/v1/customers`
  const write = may(workspace.empresa.rol, 'emitir')
  useEffect(() => {
    if (id === null) return
    call<Customer>(`${base}/${id}`).then(
      (customer) => {
        setStored(customer)
        setValue(toReceptorForm(customer))
      },
      (error: unknown) => setProblem({ text: messageOf(error), other: null }),
    )
  }, [id, base])
  const save = async () => {
    if (!value) return
    const [asked] = preguntaPorDocumento(value)
    if (asked) return setErrors(new Map([['tipoDocumento', asked.message]]))
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
          text: 'Ya hay un cliente con ese documento.',
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
            <span className="space" />
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
      {stored && <Ventas of={stored.numDocumento ?? stored.nombre} />}
    </Dialog>
  )
}

/** Older documents are looked for by the list itself: the years of a company are many rows. */
const DIAS = 90

/** The last document of a customer, and the way to all of them. */
function Ventas({ of }: { of: string }) {
  const api = apiOf(useWorkspace())
  const search = new URLSearchParams({ receptor: of, desde: hace(DIAS), limit: '1' })
  const query = useCall<PaginaDocumentos>(
    ['documentos', api, 'de', of],
    `${api}/documentos?${search}`,
  )
  return (
    <Loaded query={query} rows={1}>
      {({ documentos: [last] }) => (
        <p>
          {last ? (
            <>
              Último:{' '}
              <Link className="link" href={`/documentos/${last.codigoGeneracion}`}>
                {TIPO[last.tipoDte].nombre} {shortNumero(last.numeroControl)}
              </Link>{' '}
              del {dayOf(last.fecEmi)}, $ {money(last.totales.totalPagar)}.
            </>
          ) : (
            `Sin documentos en los últimos ${DIAS} días.`
          )}{' '}
          <Link className="link" href={`/documentos?receptor=${encodeURIComponent(of)}`}>
            Ver todos
          </Link>
        </p>
      )}
    </Loaded>
  )
}
