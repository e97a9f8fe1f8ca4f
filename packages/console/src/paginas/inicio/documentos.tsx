/** The two ways on from the start page: a new document, and the last ones. */
import { Link } from 'wouter'
import type { Fila } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { hoy } from '../../clock.ts'
import { EMITIBLES, TIPO } from '../../tipos.ts'
import { Card } from '../../ui/card.tsx'
import { EstadoIcon } from '../../ui/estado.tsx'
import row from '../../ui/row.module.css'
import { Skeleton } from '../../ui/states.tsx'
import { capital, dayOf, money, shortNumero } from '../../ui/text.ts'
import css from './documentos.module.css'

export function Rapido() {
  const { root } = useWorkspace()
  const hint = (
    <span className="small">
      <kbd>N</kbd> y la letra
    </span>
  )
  return (
    <Card id="emitir" heading="Emitir" action={hint} className="only-d">
      <div className={css.quick}>
        {EMITIBLES.map((tipo, n) => (
          <Link key={tipo} className={n === 0 ? css.first : ''} href={`~${root}/emitir/${tipo}`}>
            {TIPO[tipo].nombre} <kbd>{TIPO[tipo].letra}</kbd>
          </Link>
        ))}
      </div>
    </Card>
  )
}

export function Ultimos({ filas }: { filas: readonly Fila[] | undefined }) {
  const { root } = useWorkspace()
  const all = (
    <Link className="link" href={`~${root}/documentos`}>
      Ver todos
    </Link>
  )
  return (
    <Card id="ultimos" heading="Últimos documentos" action={all}>
      {filas === undefined && <Skeleton rows={5} />}
      {filas?.length === 0 && <p className="section sub">Todavía no hay documentos.</p>}
      {filas?.map((fila) => (
        <Link
          className={row.row}
          key={fila.codigoGeneracion}
          href={`~${root}/documentos/${fila.codigoGeneracion}`}
        >
          <EstadoIcon estado={fila.estado} />
          <span className={css.who}>
            {fila.receptor?.nombre ?? 'Cliente sin nombre'}
            <small>
              {capital(TIPO[fila.tipoDte].nombre)} · {shortNumero(fila.numeroControl)}
            </small>
          </span>
          <span className="num">
            <b>{money(fila.totales.totalPagar)}</b>
            <small>{fila.fecEmi === hoy() ? fila.horEmi.slice(0, 5) : dayOf(fila.fecEmi)}</small>
          </span>
        </Link>
      ))}
    </Card>
  )
}
