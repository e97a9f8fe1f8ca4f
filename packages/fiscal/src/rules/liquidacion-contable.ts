/** What a request for a 09 states, and its document does not show. Source: docs/sources.md#09. */
import type { Problem } from '../problem.ts'
import type { LiquidacionContableRequest, RequestOf } from '../request.ts'
import type { Rule } from './rule.ts'

const isSaid = (n: number | null | undefined) => (n ?? null) !== null

export const LIQUIDACION_CONTABLE: readonly Rule<LiquidacionContableRequest>[] = [
  {
    name: 'comisión o su porcentaje',
    rule: 'IV-liquidacion-contable',
    field: 'comision',
    holds: ({ comision, porcentajeComision }) => isSaid(comision) || isSaid(porcentajeComision),
    message:
      'Falta la comisión; escriba comision (0 si no se cobra) o porcentajeComision, del que se calcula.',
  },
]

export function checkLiquidacionContable({ liquidacionContable }: RequestOf): Problem[] {
  if (!liquidacionContable) return []
  return LIQUIDACION_CONTABLE.filter((row) => !row.holds(liquidacionContable, null)).map(
    ({ field, rule, message }) => ({
      field: `cuerpoDocumento.${field}`,
      rule,
      message: message as string,
    }),
  )
}
