import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { EntradaAuditoria } from '../../api/types.ts'
import { usePlace } from '../../app/place.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { date, dateTime } from '../../ui/text.ts'

interface Pagina {
  readonly entradas: readonly EntradaAuditoria[]
  readonly siguiente: number | null
  readonly cadena: { readonly integra: boolean; readonly desde: string | null }
}

export function Auditoria() {
  const { empresa } = usePlace()
  const query = useInfiniteQuery({
    queryKey: ['auditoria', empresa.nit],
    queryFn: ({ pageParam }) =>
      call<Pagina>(`/${empresa.nit}/auditoria?limit=50${pageParam ? `&hasta=${pageParam}` : ''}`),
    initialPageParam: 0,
    getNextPageParam: (last: Pagina) => last.siguiente ?? undefined,
  })
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const cadena = pages[0]?.cadena
        const entradas = pages.flatMap((page) => page.entradas)
        return (
          <div className="stack">
            {cadena && (
              <p className={`notice ${cadena.integra ? 'ok' : 'bad'}`}>
                {cadena.integra
                  ? 'Cadena íntegra.'
                  : `La cadena no coincide desde ${cadena.desde ? date(cadena.desde) : 'el principio'}. Avise al operador.`}
              </p>
            )}
            <section className="card tablebox">
              {entradas.length === 0 && <Empty>Nada todavía.</Empty>}
              <table className="table">
                <thead>
                  <tr>
                    <th>Cuándo</th>
                    <th>Quién</th>
                    <th>Qué</th>
                    <th>Desde</th>
                  </tr>
                </thead>
                <tbody>
                  {entradas.map((one) => (
                    <tr key={one.seq}>
                      <td>{dateTime(one.fecha)}</td>
                      <td>{one.persona ?? 'El servicio'}</td>
                      <td>
                        <b>{one.acto}</b>
                        {one.sobre && <div className="small">{one.sobre}</div>}
                      </td>
                      <td className="code">{one.direccion ?? '–'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
              {query.hasNextPage && (
                <div className="sec">
                  <Button onClick={() => void query.fetchNextPage()}>Ver más</Button>
                </div>
              )}
            </section>
          </div>
        )
      }}
    </Loaded>
  )
}
