/** What a request for a liquidation (08) states of each document, and its line does not show. Source: docs/sources.md#08. */
import type { Problem } from '../problem.ts'
import type { DocumentoLiquidadoRequest, LiquidacionRequest, RequestOf } from '../request.ts'
import type { Rule } from './rule.ts'

const IVA = new Set(['20', 'C3'])
const monthOf = (fecha = '') => fecha.slice(0, 7)

export const LIQUIDACION: readonly Rule<DocumentoLiquidadoRequest, LiquidacionRequest>[] = [
  {
    name: 'documento del período que se liquida',
    rule: 'CT-108',
    field: 'fechaEmision',
    holds: ({ fechaEmision, invalidado }, { periodo }) =>
      fechaEmision === undefined ||
      (invalidado ? monthOf(fechaEmision) <= periodo : monthOf(fechaEmision) === periodo),
    message: ({ fechaEmision }, { periodo }) =>
      `El documento es del ${fechaEmision}, y se liquida ${periodo}; haga una liquidación por mes.`,
  },
  {
    name: 'IVA de la liquidación que no se pide',
    rule: 'MF-32',
    field: 'tributos',
    holds: ({ tributos }) => !(tributos ?? []).some(({ codigo }) => IVA.has(codigo)),
    message: 'El IVA no se pide en tributos: se calcula de ventaGravada; quítelo.',
  },
]

export function checkLiquidacion({ liquidacion }: RequestOf): Problem[] {
  if (!liquidacion) return []
  return (liquidacion.documentos ?? []).flatMap((documento, i) =>
    LIQUIDACION.filter((row) => !row.holds(documento, liquidacion)).map(
      ({ field, rule, message }) => ({
        field: `cuerpoDocumento[${i}].${field}`,
        rule,
        message: typeof message === 'string' ? message : message(documento, liquidacion),
      }),
    ),
  )
}
