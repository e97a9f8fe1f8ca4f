/** Numbers of a series without a sealed document, each with its reason. */
import type { Estado, TipoDte } from '@sello/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { call } from '../../api/http.ts'
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
  const huecos = `${apiOf(workspace)}/huecos`
  const query = useQuery({
    queryKey: ['huecos', apiOf(workspace)],
    queryFn: ({ signal }) => comparar(huecos, signal),
  })
  return (
    <div className="section stack">
      <h3>Huecos en la numeración</h3>
      <Loaded query={query} rows={1}>
        {({ year, gaps, hayMas }) => {
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
                    <Link className="btn compact" href={`/documentos/${gap.codigoGeneracion}`}>
                      Ver
                    </Link>
                  )}
                </Row>
              ))}
              {(hayMas || gaps.length > GAPS_SHOWN) && (
                <li className="sub">
                  {hayMas ? 'Y puede haber más' : `Y ${count(gaps.length - GAPS_SHOWN)} más`}.
                </li>
              )}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}

const GAPS_SHOWN = 200

interface Pagina {
  readonly year: number
  readonly series: readonly Serie[]
  /** Where the next page begins: each call compares a part of the year's numbers. */
  readonly siguiente: string | null
}

/** Compares page after page, until every number was compared or there are more gaps than are shown. */
async function comparar(huecos: string, signal: AbortSignal) {
  let page = await call<Pagina>(huecos)
  const gaps = page.series.flatMap((serie) => serie.gaps)
  while (page.siguiente !== null && gaps.length <= GAPS_SHOWN && !signal.aborted) {
    page = await call<Pagina>(`${huecos}?year=${page.year}&desde=${page.siguiente}`)
    gaps.push(...page.series.flatMap((serie) => serie.gaps))
  }
  return { year: page.year, gaps, hayMas: page.siguiente !== null }
}
