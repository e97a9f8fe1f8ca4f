/** The points of sale, where one of them is chosen. */
import type { Punto } from '../../api/settings-types.ts'
import type { PuntoRef } from '../../api/types.ts'
import { useCall } from '../../api/use-call.ts'
import { useWorkspace } from '../../app/workspace.ts'

/** As people read it. */
export const nombreDePunto = ({ codEstable, codPuntoVenta }: PuntoRef) =>
  `${codEstable} · ${codPuntoVenta}`

export function usePuntos() {
  const { empresa } = useWorkspace()
  return useCall<{ puntos: readonly Punto[] }>(['puntos', empresa.nit], `/${empresa.nit}/puntos`)
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
