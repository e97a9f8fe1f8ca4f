/** Numbers of a series without a sealed document, each with its reason. */
import type { Estado, TipoDte } from '@sello/contract'
import { Link } from 'wouter'
import { useCall } from '../../api/use-call.ts'
import { apiOf, useWorkspace } from '../../app/workspace.ts'
import { EstadoIcon } from '../../ui/estado.tsx'
import { Row } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { count } from '../../ui/text.ts'

interface Serie {
  readonly tipoDte: TipoDte
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly gaps: readonly {
    readonly numeroControl: string
    readonly estado: Estado | null
    readonly codigoGeneracion: string | null
    readonly motivo: string | null
  }[]
}

/** This year's numbers without a sealed document, each with its reason. */
export function Huecos() {
  const workspace = useWorkspace()
  const query = useCall<{ year: number; series: readonly Serie[] }>(
    ['huecos', apiOf(workspace)],
    `${apiOf(workspace)}/huecos`,
  )
  return (
    <div className="sec stack">
      <h3>Huecos en la numeración</h3>
      <Loaded query={query} rows={1}>
        {({ year, series }) => {
          const gaps = series.flatMap((serie) => serie.gaps)
          if (gaps.length === 0) return <p className="sub">Ninguno en {year}.</p>
          return (
            <ul>
              {gaps.slice(0, GAPS_SHOWN).map((gap) => (
                <Row
                  key={gap.numeroControl}
                  icon={gap.estado ? <EstadoIcon estado={gap.estado} /> : <span />}
                  title={<span className="code">{gap.numeroControl}</span>}
                  note={gap.motivo ?? 'Ningún documento tiene este número.'}
                >
                  {gap.codigoGeneracion && (
                    <Link className="btn s" href={`/documentos/${gap.codigoGeneracion}`}>
                      Ver
                    </Link>
                  )}
                </Row>
              ))}
              {gaps.length > GAPS_SHOWN && (
                <li className="sub">Y {count(gaps.length - GAPS_SHOWN)} más.</li>
              )}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}

const GAPS_SHOWN = 200
