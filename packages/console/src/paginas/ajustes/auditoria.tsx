import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { EntradaAuditoria } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { date, dateTime } from '../../ui/text.ts'

interface Pagina {
  readonly entradas: readonly EntradaAuditoria[]
  readonly siguiente: number | null
  readonly cadena: { readonly integra: boolean; readonly desde: string | null }
}

export function Auditoria() {
  const { empresa } = useWorkspace()
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
                        <b>{sayActo(one.acto)}</b>
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

/** Names for actions of the public API; those of the console are already words. */
const ACTOS: Readonly<Record<string, string>> = {
  'v1.issue': 'Emitir un documento',
  'v1.invalidate': 'Invalidar un documento',
  'v1.return': 'Registrar una devolución',
  'v1.return_abandon': 'Abandonar una devolución',
  'v1.contingency_close': 'Transmitir el evento de contingencia',
  'v1.customer_create': 'Guardar un cliente',
  'v1.customer_update': 'Cambiar un cliente',
  'v1.customer_delete': 'Quitar un cliente',
  'v1.product_create': 'Guardar un producto',
  'v1.product_update': 'Cambiar un producto',
  'v1.product_delete': 'Quitar un producto',
}

/** Prints `personas.cambiar.sin_efecto` as «Personas: cambiar, sin efecto». */
function sayActo(acto: string): string {
  const known = ACTOS[acto]
  if (known) return known
  const [first = '', ...rest] = acto.replaceAll('_', ' ').split('.')
  const said = first.charAt(0).toUpperCase() + first.slice(1)
  return rest.length === 0 ? said : `${said}: ${rest.join(', ')}`
}
