/** Summary amounts that are stated or constant, not computed by a step. */
import { CERO, type Monto, sum, toText } from '../monto.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import type { Entrada, Explicado } from './explicado.ts'

interface Resumen {
  readonly totalPagar?: Monto
  readonly valorTotal?: Monto
  readonly pagos?: readonly { readonly montoPago: Monto }[] | null
  readonly tributos?: readonly { readonly codigo: string; readonly valor: Monto }[] | null
}

const EXPORTACION = 'C3'

export function dichosOf(tipo: TipoDef, resumen: Resumen): Explicado[] {
  return [...tributosOf(tipo, resumen), ...pagosOf(resumen)]
}

/** Rows without a step: the 0 % of exports, and informative ones. */
function tributosOf({ pasos, source }: TipoDef, { tributos }: Resumen): Explicado[] {
  const computed = new Set<string>(pasos.map(({ importe }) => importe))
  return (tributos ?? [])
    .filter(({ codigo }) => !computed.has(`tributos[${codigo}]`))
    .map(({ codigo, valor }) => ({
      ...dicho(`tributos[${codigo}]`, valor),
      formula:
        codigo === EXPORTACION
          ? '0: la exportación lleva IVA de 0 %'
          : 'informativo: no entra en ningún total',
      fuente: codigo === EXPORTACION ? source : 'docs/sources.md#tributos',
    }))
}

/** A single payment is the total; with several, the request states the amounts. */
function pagosOf({ pagos, totalPagar, valorTotal }: Resumen): Explicado[] {
  const rows = pagos ?? []
  // Only the money of a donation is paid.
  const [nombre, due] =
    valorTotal === undefined
      ? ['totalPagar', totalPagar ?? CERO]
      : ['efectivo', sum(rows.map(({ montoPago }) => montoPago))]
  const entradas: readonly Entrada[] = [{ nombre, valor: toText(due) }]
  return rows.map(({ montoPago }, i) => ({
    ...dicho(`pagos[${i}].montoPago`, montoPago),
    formula: rows.length === 1 ? nombre : `lo que dice la petición; los pagos suman ${nombre}`,
    entradas,
    fuente: 'docs/sources.md#pagos',
  }))
}

function dicho(importe: string, valor: Monto) {
  return {
    importe,
    valor: toText(valor),
    enDocumento: toText(valor),
    entradas: [] as readonly Entrada[],
    redondeo: null,
  }
}
