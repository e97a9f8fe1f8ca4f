/** The list of documents: search, filters in the address, and the sums of the filtered documents. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, Download, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { call } from '../api/http.ts'
import type { Fila, Grupo, PaginaDocumentos } from '../api/types.ts'
import { useCall } from '../api/use-call.ts'
import { apiOf, may, useWorkspace } from '../app/workspace.ts'
import { hace, hoy } from '../clock.ts'
import { TIPO_FORM } from '../emitir/tipo-form.ts'
import { exportar, type Formato } from '../exportar/exportar.ts'
import { TIPO, TIPOS_DTE } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { ESTADO, EstadoChip } from '../ui/estado.tsx'
import { Menu } from '../ui/menu.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { count, dayOf, money, moneyOrDash, shortNumero } from '../ui/text.ts'
import { FiltroCliente } from './filtro-cliente.tsx'
import { Filtros } from './filtros.tsx'

const PERIODOS = [
  ['', 'Siempre'],
  ['hoy', 'Hoy'],
  ['7', 'Últimos 7 días'],
  ['mes', 'Este mes'],
  ['anterior', 'Mes anterior'],
] as const

const PARTES = [
  ['', 'Todos'],
  ['true', 'Por corregir'],
] as const

const ESTADOS = ['sellado', 'contingencia', 'firmado', 'rechazado', 'invalidado'] as const

/** By their names in the address. */
const ELEGIBLES = [
  { name: 'periodo', label: 'Período', options: PERIODOS },
  {
    name: 'tipo',
    label: 'Tipo',
    options: [['', 'Todos los tipos'], ...TIPOS_DTE.map((tipo) => [tipo, TIPO[tipo].nombre])],
  },
  {
    name: 'estado',
    label: 'Estado',
    options: [['', 'Todos los estados'], ...ESTADOS.map((one) => [one, ESTADO[one].word])],
  },
]

/** First and last day of a period, in El Salvador. */
function daysOf(periodo: string): Record<string, string> {
  const today = hoy()
  if (periodo === 'hoy') return { desde: today, hasta: today }
  if (periodo === '7') return { desde: hace(6), hasta: today }
  if (periodo === 'mes') return { desde: `${today.slice(0, 7)}-01`, hasta: today }
  if (periodo === 'anterior') {
    const [year = 0, month = 1] = today.split('-').map(Number)
    const last = new Date(Date.UTC(year, month - 1, 0)).toISOString().slice(0, 10)
    return { desde: `${last.slice(0, 7)}-01`, hasta: last }
  }
  return {}
}

export function Page() {
  const workspace = useWorkspace()
  const search = useSearch()
  const [, navigate] = useLocation()
  const filters = new URLSearchParams(search)
  const [text, setText] = useState(filters.get('q') ?? '')
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(location.search) // as it is by now: a search is set a moment later
    if (value) next.set(name, value)
    else next.delete(name)
    const query = next.toString()
    navigate(`/documentos${query ? `?${query}` : ''}`, { replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address follows the text alone
  useEffect(() => {
    if (text === (filters.get('q') ?? '')) return
    const timer = setTimeout(() => set('q', text), 200)
    return () => clearTimeout(timer)
  }, [text])
  const asked = new URLSearchParams()
  for (const name of ['q', 'tipo', 'estado', 'receptor', 'porCorregir']) {
    const value = filters.get(name)
    if (value) asked.set(name, value)
  }
  for (const [name, value] of Object.entries(daysOf(filters.get('periodo') ?? ''))) {
    asked.set(name, value)
  }
  const key = asked.toString()
  const query = useInfiniteQuery({
    queryKey: ['documentos', apiOf(workspace), key],
    queryFn: ({ pageParam }) => {
      const params = new URLSearchParams(asked)
      params.set('limit', '50')
      if (pageParam) params.set('cursor', pageParam)
      return call<PaginaDocumentos>(`${apiOf(workspace)}/documentos?${params}`)
    },
    initialPageParam: '',
    getNextPageParam: (last: PaginaDocumentos) => last.siguiente ?? undefined,
    placeholderData: keepPreviousData,
  })
  const totales = useCall<{ grupos: readonly Grupo[] }>(
    ['documentos-totales', apiOf(workspace), key],
    `${apiOf(workspace)}/documentos/totales?${asked}`,
    { placeholderData: keepPreviousData },
  )
  const take = (formato: Formato) => () => {
    const total = (totales.data?.grupos ?? []).reduce((sum, { documentos }) => sum + documentos, 0)
    void exportar(workspace, { formato, filtros: asked, total })
  }
  return (
    <div className="page">
      <div className="head">
        <h1 className="dup">Documentos</h1>
        <span className="space" />
        <Menu
          label="Exportar"
          trigger={
            <>
              <Download className="icon" aria-hidden /> Exportar{' '}
              <ChevronDown className="icon" aria-hidden />
            </>
          }
          items={[
            { label: 'CSV', note: 'Una línea por documento.', run: take('csv') },
            { label: 'XLSX', note: 'Para Excel.', run: take('xlsx') },
            { label: 'ZIP', note: 'JSON firmado y PDF de cada uno.', run: take('zip') },
          ]}
        />
      </div>
      <div className="tabs">
        {PARTES.map(([code, word]) => (
          <button
            key={code}
            type="button"
            aria-current={(filters.get('porCorregir') ?? '') === code ? 'page' : undefined}
            onClick={() => set('porCorregir', code)}
          >
            {word}
          </button>
        ))}
      </div>
      <Filtros
        label="Buscar documentos"
        placeholder="Número, código, sello, cliente o referencia"
        text={text}
        onText={setText}
        active={[...ELEGIBLES, { name: 'receptor' }].filter(({ name }) => filters.get(name)).length}
      >
        {ELEGIBLES.map(({ name, label, options }) => (
          <select
            key={name}
            className="input"
            aria-label={label}
            value={filters.get(name) ?? ''}
            onChange={(event) => set(name, event.target.value)}
          >
            {options.map(([code, word]) => (
              <option key={code} value={code}>
                {word}
              </option>
            ))}
          </select>
        ))}
        <FiltroCliente
          value={filters.get('receptor') ?? ''}
          onChange={(receptor) => set('receptor', receptor)}
        />
      </Filtros>
      <div className="card tablebox">
        <Loaded query={query} rows={8}>
          {({ pages }) => {
            const filas = pages.flatMap(({ documentos }) => documentos)
            if (filas.length > 0) return <Tabla filas={filas} grupos={totales.data?.grupos ?? []} />
            if (key === '') return <Ninguno />
            return (
              <Empty>
                <p>Nada coincide.</p>
                <Button
                  onClick={() => {
                    setText('')
                    navigate('/documentos')
                  }}
                >
                  Quitar filtros
                </Button>
              </Empty>
            )
          }}
        </Loaded>
        {query.hasNextPage && (
          <div className="section centered">
            <Button onClick={() => void query.fetchNextPage()} busy={query.isFetchingNextPage}>
              Ver más
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

function Ninguno() {
  const { empresa } = useWorkspace()
  return (
    <Empty icon={<FileText className="icon" aria-hidden />}>
      <p>Todavía no hay documentos.</p>
      {may(empresa.rol, 'emitir') && (
        <Link className="btn primary" href="/emitir/01">
          Emitir el primero
        </Link>
      )}
    </Empty>
  )
}

function Tabla({ filas, grupos }: { filas: readonly Fila[]; grupos: readonly Grupo[] }) {
  const [, navigate] = useLocation()
  return (
    <Table
      className="docs"
      heads={['Estado', 'Documento', 'Cliente', 'Fecha', ['Total', 'num']]}
      foot={
        grupos.length > 0 &&
        grupos.map((grupo) => (
          <tr key={grupo.tipoDte + grupo.estado}>
            <td>{ESTADO[grupo.estado].word}</td>
            <td colSpan={2}>
              {TIPO[grupo.tipoDte].nombre} · {count(grupo.documentos)}
            </td>
            <td className="num">{isVenta(grupo) && `IVA ${money(grupo.totalIva)}`}</td>
            <td className="num">
              {grupo.totalPagar === 0 ? '–' : `$ ${money(grupo.totalPagar)}`}
              <Devuelto amount={grupo.devuelto} />
            </td>
          </tr>
        ))
      }
    >
      {filas.map((fila) => (
        <tr
          key={fila.codigoGeneracion}
          data-row
          data-href
          onClick={() => navigate(`/documentos/${fila.codigoGeneracion}`)}
        >
          <td>
            <EstadoChip estado={fila.estado} />
          </td>
          <td>
            <Link
              href={`/documentos/${fila.codigoGeneracion}`}
              onClick={(event) => event.stopPropagation()}
            >
              <b>{TIPO[fila.tipoDte].nombre}</b>{' '}
              <span className="code">{shortNumero(fila.numeroControl)}</span>
            </Link>
            {fila.referencia && <div className="small">{fila.referencia}</div>}
          </td>
          <td className="clip" title={fila.receptor?.nombre ?? undefined}>
            {fila.receptor?.nombre ?? <span className="sub">Sin nombre</span>}
          </td>
          <td>
            {dayOf(fila.fecEmi)} <span className="small">{fila.horEmi.slice(0, 5)}</span>
          </td>
          <td className="num">
            {moneyOrDash(fila.totales.totalPagar)}
            <Devuelto amount={fila.devuelto} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

/** Of what is sent the IVA is not due yet, and of what is retained it is the supplier's. */
function isVenta({ tipoDte }: Grupo): boolean {
  const { lineas, remite } = TIPO_FORM[tipoDte]
  return lineas === 'venta' && !remite
}

/** What returns gave back of the amount above it. */
function Devuelto({ amount }: { amount: number | null }) {
  return amount ? <div className="small">devuelto {money(amount)}</div> : null
}
