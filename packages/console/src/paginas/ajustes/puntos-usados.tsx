/** The points of sale, where one of them is chosen. */
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/http.ts'
import type { Punto, PuntoRef } from '../../api/types.ts'
import { useWorkspace } from '../../app/workspace.ts'

/** As people read it. */
export const nombreDePunto = ({ codEstable, codPuntoVenta }: PuntoRef) =>
  `${codEstable} · ${codPuntoVenta}`

export function usePuntos() {
  const { empresa } = useWorkspace()
  return useQuery({
    queryKey: ['puntos', empresa.nit],
    queryFn: () => call<{ puntos: readonly Punto[] }>(`/${empresa.nit}/puntos`),
  })
}

/** Of a select, whose value `codigosDe` reads. */
export function PuntoOptions() {
  return (usePuntos().data?.puntos ?? []).map((one) => (
    <option key={nombreDePunto(one)} value={`${one.codEstable} ${one.codPuntoVenta}`}>
      {nombreDePunto(one)}
    </option>
  ))
}

export function codigosDe(value: string): Partial<PuntoRef> {
  const [codEstable, codPuntoVenta] = value.split(' ')
  return codEstable && codPuntoVenta ? { codEstable, codPuntoVenta } : {}
}
