/** What a document says: who, the lines, and what was given back of them. */
import type { TipoDte } from '@sello/contract'
import { Link } from 'wouter'
import type { Query } from '../emitir/from-documento.ts'
import { TIPO_FORM } from '../emitir/tipo-form.ts'
import { Table } from '../ui/table.tsx'
import { dateTime, dayOf, documentoDe, money } from '../ui/text.ts'
import { filaDe, retornosDe } from './devolucion.ts'
import { columnasDe, lineasDe } from './lineas.ts'

type Json = Readonly<Record<string, unknown>>

interface Props {
  readonly doc: Query
}

/** That of a proposal leads to it. */
function Referencia({ text }: { readonly text: string }) {
  const [, id] = /^propuesta-([0-9a-f-]{36})$/.exec(text) ?? []
  if (!id) return text
  return <Link href={`/propuestas/${id}`}>Propuesta por un programa</Link>
}

export function Detalle({ doc }: Props) {
  const documento = (doc.documento ?? {}) as Json
  const receptor = (documento.receptor ?? documento.sujetoExcluido ?? {}) as Json
  // A crédito fiscal has a NIT without saying so.
  const tipoDocumento = String(receptor.tipoDocumento ?? '36')
  const tipo = TIPO_FORM[doc.tipoDte]
  return (
    <div className="stack">
      <dl className="pairs">
        <dt>{tipo.cliente}</dt>
        <dd>
          {doc.receptor?.nombre ?? 'Sin nombre'}
          {doc.receptor?.numDocumento && (
            <span className="sub"> · {documentoDe(tipoDocumento, doc.receptor.numDocumento)}</span>
          )}
        </dd>
        {doc.referencia && (
          <>
            <dt>Referencia</dt>
            <dd>
              <Referencia text={doc.referencia} />
            </dd>
          </>
        )}
        <dt>Código</dt>
        <dd className="code">{doc.codigoGeneracion}</dd>
        {doc.selloRecibido && (
          <>
            <dt>Sello</dt>
            <dd className="code long">{doc.selloRecibido}</dd>
          </>
        )}
      </dl>
      <Lineas
        tipoDte={doc.tipoDte}
        documento={documento}
        totales={doc.totales}
        retornos={retornosDe(doc)}
        disponible={doc.disponible}
      />
    </div>
  )
}

interface LineasProps {
  readonly tipoDte: TipoDte
  readonly documento: object
  readonly totales: Query['totales']
  /** What was given back of it. */
  readonly retornos?: ReturnType<typeof retornosDe>
  readonly disponible?: Query['disponible']
}

const num = (value: unknown) => (typeof value === 'number' ? value : 0)

/** The lines with their sum, and the returns of an issued one. */
export function Lineas(props: LineasProps) {
  const { tipoDte, documento, totales, retornos = [], disponible = null } = props
  const { total } = TIPO_FORM[tipoDte]
  const { heads, cells } = columnasDe(tipoDte)
  const devuelto = new Map(disponible?.map(filaDe).map((one) => [one.linea, one.devuelto]))
  return (
    <Table
      className="plain"
      heads={retornos.length > 0 ? [...heads, ['Devuelto', 'num']] : heads}
      foot={
        <>
          <tr>
            <td colSpan={heads.length - 1}>{total.label}</td>
            <td className="num">$ {money(totales[total.importe])}</td>
            {retornos.length > 0 && <td />}
          </tr>
          {retornos.map(({ codigoGeneracion, fecha, totales }) => (
            <tr key={codigoGeneracion}>
              <td colSpan={heads.length - 1}>
                Devolución del {fecha.length === 10 ? dayOf(fecha) : dateTime(fecha)}
              </td>
              <td className="num">− $ {money(totales.totalPagar)}</td>
              <td />
            </tr>
          ))}
        </>
      }
    >
      {lineasDe(documento as Json).map((linea) => (
        <tr key={String(linea.numItem)}>
          {cells(linea).map((cell, n) => (
            <td key={String(heads[n])} className={Array.isArray(heads[n]) ? 'num' : undefined}>
              {cell}
            </td>
          ))}
          {retornos.length > 0 && (
            <td className="num">{devuelto.get(num(linea.numItem)) ?? '–'}</td>
          )}
        </tr>
      ))}
    </Table>
  )
}
