/** The books of a month, as the service computes them, with the ministry's CSV. */
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'wouter'
import { call } from '../api/http.ts'
import { apiOf, usePlace } from '../app/place.ts'
import { BASE } from '../base.ts'
import { hoy } from '../clock.ts'
import { Empty, Loaded } from '../ui/states.tsx'
import { money, monthName } from '../ui/text.ts'

type Row = Readonly<Record<string, unknown>>
interface Libro {
  readonly filas?: readonly Row[]
  readonly totales?: Row
}
type Libros = Readonly<Record<string, unknown>>

const NAMES = {
  contribuyentes: 'Contribuyentes',
  consumidorFinal: 'Consumidor final',
  compras: 'Compras 14',
} as const

export function Page() {
  const place = usePlace()
  const { mes } = useParams<{ mes?: string }>()
  const [, navigate] = useLocation()
  const month = mes && /^\d{4}-\d{2}$/.test(mes) ? mes : hoy().slice(0, 7)
  const [book, setBook] = useState<keyof typeof NAMES>('contribuyentes')
  const query = useQuery({
    queryKey: ['libros', apiOf(place), month],
    queryFn: () => call<Libros>(`${apiOf(place)}/v1/books/${month}`),
    retry: false,
  })
  return (
    <div className="page">
      <div className="h">
        <h1>Libros</h1>
        <input
          className="in"
          type="month"
          style={{ width: 180 }}
          aria-label="Mes"
          value={month}
          max={hoy().slice(0, 7)}
          onChange={(event) => event.target.value && navigate(`/libros/${event.target.value}`)}
        />
        <span className="sp" />
        <a
          className="btn"
          href={`${BASE}/console/api${apiOf(place)}/v1/books/${month}?formato=csv&libro=${book}`}
          download
        >
          <Download className="i" aria-hidden /> CSV
        </a>
      </div>
      <section className="card tablebox">
        <div className="tabs" role="tablist" aria-label="Libro">
          {Object.entries(NAMES).map(([code, name]) => (
            <button
              key={code}
              type="button"
              role="tab"
              aria-selected={book === code}
              onClick={() => setBook(code as keyof typeof NAMES)}
            >
              {name}
            </button>
          ))}
        </div>
        <Loaded query={query}>
          {(libros) => <Tabla libro={(libros[book] ?? {}) as Libro} month={month} />}
        </Loaded>
      </section>
    </div>
  )
}

function Tabla({ libro, month }: { libro: Libro; month: string }) {
  const filas = libro.filas ?? []
  const [first] = filas
  if (!first) return <Empty>Sin movimientos en {monthName(`${month}-01`).toLowerCase()}.</Empty>
  const columns = Object.keys(first)
  const show = (value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? money(value) : String(value ?? '')
  return (
    <div style={{ overflowX: 'auto' }}>
      <table className="table plain">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} className={typeof first[name] === 'number' ? 'num' : ''}>
                {name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filas.map((fila, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a book do not move
            <tr key={n}>
              {columns.map((name) => (
                <td key={name} className={typeof fila[name] === 'number' ? 'num' : ''}>
                  {typeof fila[name] === 'number' ? money(fila[name]) : show(fila[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {libro.totales && (
          <tfoot>
            <tr>
              {columns.map((name) => (
                <td key={name} className="num">
                  {typeof libro.totales?.[name] === 'number' ? money(libro.totales[name]) : ''}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
