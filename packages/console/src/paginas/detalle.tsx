/** What a document says: who, the lines, and what was given back of them. */
import { RECEPTOR_OF_TYPES } from '@sello/contract/tipos'
import type { Query } from '../emitir/from-documento.ts'
import { Table } from '../ui/table.tsx'
import { dateTime, dayOf, documentoDe, money, moneyOrDash } from '../ui/text.ts'
import { filaDe, retornosDe } from './devolucion.ts'

type Json = Readonly<Record<string, unknown>>

interface Props {
  readonly doc: Query
}

const COLUMNAS = [
  'Descripción',
  ['Cantidad', 'num'],
  ['Precio', 'num'],
  ['Importe', 'num'],
] as const

export function Detalle({ doc }: Props) {
  const documento = (doc.documento ?? {}) as Json
  const lineas = (documento.cuerpoDocumento ?? []) as readonly Json[]
  const receptor = (documento.receptor ?? documento.sujetoExcluido ?? {}) as Json
  // A crédito fiscal has a NIT without saying so.
  const tipoDocumento = String(receptor.tipoDocumento ?? '36')
  const num = (value: unknown) => (typeof value === 'number' ? value : 0)
  const retornos = retornosDe(doc)
  const devuelto = new Map(doc.disponible?.map(filaDe).map((one) => [one.linea, one.devuelto]))
  return (
    <div className="stack">
      <dl className="dl">
        <dt>
          {RECEPTOR_OF_TYPES[doc.tipoDte] === 'ReceptorSujetoExcluido' ? 'Vendedor' : 'Cliente'}
        </dt>
        <dd>
          {doc.receptor?.nombre ?? 'Sin nombre'}
          {doc.receptor?.numDocumento && (
            <span className="sub"> · {documentoDe(tipoDocumento, doc.receptor.numDocumento)}</span>
          )}
        </dd>
        {doc.referencia && (
          <>
            <dt>Referencia</dt>
            <dd>{doc.referencia}</dd>
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
      <Table
        className="plain"
        heads={retornos.length > 0 ? [...COLUMNAS, ['Devuelto', 'num']] : COLUMNAS}
        foot={
          <>
            <tr>
              <td colSpan={3}>Total a pagar</td>
              <td className="num">$ {money(doc.totales.totalPagar)}</td>
              {retornos.length > 0 && <td />}
            </tr>
            {retornos.map(({ codigoGeneracion, fecha, totales }) => (
              <tr key={codigoGeneracion}>
                <td colSpan={3}>
                  Devolución del {fecha.length === 10 ? dayOf(fecha) : dateTime(fecha)}
                </td>
                <td className="num">− $ {money(totales.totalPagar)}</td>
                <td />
              </tr>
            ))}
          </>
        }
      >
        {lineas.map((linea) => (
          <tr key={String(linea.numItem)}>
            <td>{String(linea.descripcion)}</td>
            <td className="num">{String(linea.cantidad)}</td>
            <td className="num">{String(linea.precioUni)}</td>
            <td className="num">
              {moneyOrDash(
                num(linea.ventaGravada) +
                  num(linea.ventaExenta) +
                  num(linea.ventaNoSuj) +
                  num(linea.compra) +
                  num(linea.noGravado),
              )}
            </td>
            {retornos.length > 0 && (
              <td className="num">{devuelto.get(num(linea.numItem)) ?? '–'}</td>
            )}
          </tr>
        ))}
      </Table>
    </div>
  )
}
