/** The tributes of section 1 of CAT-015, from the request alone. */
import type { Decimal } from 'decimal.js'
import type { DteRequest } from '../src/index.ts'
import { added, Exact, r2 } from './decimal.ts'

type Items = DteRequest['items']

/** Dollars per unit, or the fraction of the price without IVA. */
const PER_UNIT: Readonly<Record<string, string>> = { '71': '7', D1: '0.2', C8: '0.1' }
const PER_PRICE: Readonly<Record<string, string>> = { '59': '0.05' }

/** `tributos[59]` and so on, for the codes that items name; `netos` are their sales without IVA. */
export function tributosOf(items: Items, netos: readonly Decimal[]): Record<string, Decimal> {
  const codes = new Set(items.flatMap(({ tributos }) => tributos ?? []))
  const values: Record<string, Decimal> = {}
  for (const codigo of codes) {
    const bases = items.map((item, i) => {
      if (!item.tributos?.includes(codigo)) return new Exact(0)
      return PER_UNIT[codigo]
        ? new Exact(item.cantidad).mul(PER_UNIT[codigo])
        : (netos[i] ?? new Exact(0)).mul(PER_PRICE[codigo] ?? 0)
    })
    values[`tributos[${codigo}]`] = r2(added(bases))
  }
  return values
}
