/** What happened to a document: its states, and the events about it with their files. */
import { Download } from 'lucide-react'
import { enPalabras } from '../emitir/campos.ts'
import type { Query } from '../emitir/from-documento.ts'
import css from '../emitir/totales.module.css'
import { ESTADO, EstadoChip } from '../ui/estado.tsx'
import { dateTime, dayOf, money } from '../ui/text.ts'
import { useFiles } from './archivos.tsx'
import own from './eventos.module.css'

interface Props {
  readonly doc: Pick<Query, 'historial' | 'eventos' | 'retornos'>
}

export function Historial({ doc }: Props) {
  const { hrefOf } = useFiles()
  const { historial, eventos, retornos } = doc
  const events = [
    ...eventos.map((one) => ({ ...one, nombre: 'Invalidación', total: null })),
    ...retornos.map(({ totales, ...one }) => ({
      ...one,
      nombre: 'Devolución',
      total: totales.totalPagar,
    })),
  ]
  return (
    <>
      <ol>
        {historial.map((paso) => (
          <li className={css.total} key={paso.fecha + paso.estado}>
            <span>
              {ESTADO[paso.estado].word}
              {paso.motivo && <span className="sub"> · {enPalabras(paso.motivo)}</span>}
            </span>
            <span className="sub">{dateTime(paso.fecha)}</span>
          </li>
        ))}
      </ol>
      {events.length > 0 && (
        <section aria-labelledby="eventos" className={own.events}>
          <h3 id="eventos">Eventos</h3>
          <ul>
            {events.map(({ codigoGeneracion, nombre, estado, fecha, selloRecibido, total }) => (
              <li className={own.event} key={codigoGeneracion}>
                <span className="inline">
                  <b>{nombre}</b>
                  <EstadoChip estado={estado} />
                  <span className="sub">
                    {fecha.length === 10 ? dayOf(fecha) : dateTime(fecha)}
                  </span>
                  <span className="space" />
                  {total !== null && <b>$ {money(total)}</b>}
                </span>
                <span className="small code">{selloRecibido ?? codigoGeneracion}</span>
                <a className="link" href={hrefOf(codigoGeneracion, 'pdf')} download>
                  <Download className="icon" aria-hidden /> PDF
                  <span className="unseen"> de la {nombre.toLowerCase()}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
