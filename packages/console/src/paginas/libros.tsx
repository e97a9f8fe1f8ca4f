/** The books of a month, as the service computes them, with the ministry's CSV. */
import type { TipoDte } from '@sello/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { useCall } from '../api/use-call.ts'
import { apiOf, useWorkspace } from '../app/workspace.ts'
import { hoy } from '../clock.ts'
import { TIPO } from '../tipos.ts'
import { Button } from '../ui/button.tsx'
import { Month } from '../ui/month.tsx'
import { Empty, Loaded, messageOf } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { count, dayOf, moneyOrDash, monthName, shortNumero } from '../ui/text.ts'
import { toast } from '../ui/toast.tsx'
import { Anexos, fileAt } from './anexos.tsx'
import css from './libros.module.css'

type Row = Readonly<Record<string, unknown>>
interface Libro {
  readonly filas?: readonly Row[]
  readonly totales?: Row
}
type Libros = Readonly<Record<string, unknown>>

const NAMES = {
  contribuyentes: 'Contribuyentes',
  consumidorFinal: 'Consumidor final',
  exportaciones: 'Exportaciones',
  compras: 'Compras 14',
  anulados: 'Invalidados',
} as const

/** When the first companies were obliged to issue electronic documents. */
const FIRST_MONTH = '2022-01'

export function Page() {
  const workspace = useWorkspace()
  const { mes } = useParams<{ mes?: string }>()
  const [, navigate] = useLocation()
  const month = mes && /^\d{4}-\d{2}$/.test(mes) ? mes : hoy().slice(0, 7)
  const [book, setBook] = useState<keyof typeof NAMES>('contribuyentes')
  const query = useCall<Libros>(
    ['libros', apiOf(workspace), month],
    `${apiOf(workspace)}/v1/books/${month}`,
    { retry: false },
  )
  const libro = query.data?.[book] as Libro | undefined
  return (
    <div className="page">
      <div className="head">
        <h1 className="dup">Libros</h1>
        <Month
          value={month}
          from={FIRST_MONTH}
          to={hoy().slice(0, 7)}
          onChange={(chosen) => navigate(`/libros/${chosen}`)}
        />
        <span className="space" />
        <Link className="btn quiet" href="/operaciones">
          Operaciones especiales
        </Link>
        <a className="btn" href={fileAt(workspace, month, { archivo: book })} download>
          <Download className="icon" aria-hidden /> CSV
        </a>
        <Button
          why={libro?.filas?.length ? null : 'Sin movimientos.'}
          onClick={() => libro && void downloadXlsx(libro, `${book}-${month}`)}
        >
          <Download className="icon" aria-hidden /> XLSX
        </Button>
      </div>
      <div className="stack">
        <section className="card tablebox">
          <Tabs label="Libro" tabs={NAMES} value={book} onChange={setBook}>
            <Loaded query={query}>
              {(libros) => (
                <>
                  <Avisos libros={libros} />
                  <Tabla libro={(libros[book] ?? {}) as Libro} month={month} />
                </>
              )}
            </Loaded>
          </Tabs>
        </section>
        {query.data && <Anexos libros={query.data} month={month} />}
      </div>
    </div>
  )
}

/** The rows of a book with their headings, all columns of the file, amounts as numbers. */
async function downloadXlsx({ filas = [], totales }: Libro, name: string): Promise<void> {
  const columns = Object.keys(filas[0] ?? {})
  const cell = (value: unknown) => (typeof value === 'number' ? value : String(value ?? ''))
  const rows = [
    columns.map((column) => TITULOS[column] ?? column),
    ...filas.map((fila) => columns.map((column) => cell(fila[column]))),
    ...(totales ? [columns.map((column) => cell(totales[column]))] : []),
  ]
  try {
    const [{ toXlsx, XLSX }, { download }] = await Promise.all([
      import('@sello/paper/xlsx'),
      import('../exportar/download.ts'),
    ])
    download(new Blob([...toXlsx({ nombre: 'Libro', rows })], { type: XLSX }), `${name}.xlsx`)
  } catch (error) {
    toast(messageOf(error))
  }
}

/** What may still change, and questions that no published rule settles. */
function Avisos({ libros }: { libros: Libros }) {
  const avisos = Array.isArray(libros.avisos) ? (libros.avisos as readonly string[]) : []
  return avisos.map((aviso) => (
    <p key={aviso} className="section sub">
      {aviso}
    </p>
  ))
}

// biome-ignore format: a table
const TITULOS: Readonly<Record<string, string>> = {
  fecha: 'Fecha', tipoDte: 'Tipo', numeroControl: 'Documento', nrc: 'NRC', nit: 'NIT', dui: 'DUI', nombre: 'Nombre',
  exentas: 'Exentas', noSujetas: 'No sujetas', gravadas: 'Gravadas', debito: 'Débito', total: 'Total', documentos: 'Documentos',
  primero: 'Del', ultimo: 'Al', exportaciones: 'Exportaciones', tipoDocumento: 'Tipo de doc.', numDocumento: 'Número',
  numero: 'N°', caja: 'Caja', retornos: 'Retornos', numeroControlDel: 'N° de control, del', numeroControlAl: 'N° de control, al',
  mandante: 'Por cuenta de', ventasTerceros: 'De terceros', debitoTerceros: 'Débito de terceros', ivaPercibido: 'IVA percibido',
  codPais: 'País (código)', nombrePais: 'País', declaracion: 'Declaración de mercancías', valor: 'Valor',
  monto: 'Monto', reteRenta: 'Renta retenida', codigoGeneracion: 'Código de generación', selloRecibido: 'Sello',
}
/** Too long for the table, but in the CSV: a row links to its document, which has them. */
const IN_THE_FILE: ReadonlySet<string> = new Set(['codigoGeneracion', 'selloRecibido'])

function Tabla({ libro, month }: { libro: Libro; month: string }) {
  const filas = libro.filas ?? []
  const [first] = filas
  if (!first) return <Empty>Sin movimientos en {monthName(`${month}-01`).toLowerCase()}.</Empty>
  const columns = Object.keys(first).filter(
    (name) => !IN_THE_FILE.has(name) && filas.some((fila) => String(fila[name] ?? '') !== ''),
  )
  const align = (name: string) => (typeof first[name] === 'number' ? 'num' : '')
  return (
    <div className={css.scroll}>
      {!columns.includes('debito') && typeof libro.totales?.debito === 'number' && (
        <p className="section sub">
          Débito fiscal del mes, calculado: {moneyOrDash(libro.totales.debito)}.
        </p>
      )}
      <Table
        className={`plain ${css.book}`}
        heads={columns.map((name) => [TITULOS[name] ?? name, align(name)])}
        foot={
          libro.totales && (
            <tr>
              {columns.map((name) => (
                <td key={name} className="num">
                  {typeof libro.totales?.[name] === 'number'
                    ? amount(name, libro.totales[name])
                    : ''}
                </td>
              ))}
            </tr>
          )
        }
      >
        {filas.map((fila, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a book do not move
          <tr key={n}>
            {columns.map((name) => (
              <td
                key={name}
                className={name === 'nombre' ? 'clip' : align(name)}
                {...(name === 'nombre' ? { title: String(fila[name] ?? '') } : {})}
              >
                <Celda name={name} fila={fila} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}

const COUNTS: ReadonlySet<string> = new Set(['numero', 'documentos', 'retornos'])
/** Codes and control numbers, of which the end tells them apart. */
const CODES: ReadonlySet<string> = new Set([
  'primero',
  'ultimo',
  'numeroControlDel',
  'numeroControlAl',
])
/** A return event has a row, but no control number and no page. */
const RETORNO = '18'

const amount = (name: string, value: number) =>
  COUNTS.has(name) ? count(value) : moneyOrDash(value)

function Celda({ name, fila }: { name: string; fila: Row }) {
  const value = fila[name]
  if (typeof value === 'number') return <>{amount(name, value)}</>
  const text = String(value ?? '')
  if (name === 'fecha') return <>{dayOf(text)}</>
  if (name === 'tipoDte') {
    return <>{text === RETORNO ? 'Retorno' : (TIPO[text as TipoDte]?.nombre ?? text)}</>
  }
  if (name === 'numeroControl' && text !== '') {
    return (
      <Link className="code" href={`/documentos/${fila.codigoGeneracion}`} title={text}>
        {shortNumero(text)}
      </Link>
    )
  }
  if (CODES.has(name) && text !== '') {
    return (
      <span className="code" title={text}>
        {shortNumero(text)}
      </span>
    )
  }
  return <>{text}</>
}
