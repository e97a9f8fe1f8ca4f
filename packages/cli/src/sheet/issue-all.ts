/** Issues all sales of a file, several at a time, until done, a fatal error, or Ctrl-C. */
import { type Desk, issueSale } from './issue-sale.ts'
import type { Entry } from './ledger.ts'
import type { Sale } from './sales.ts'

export interface Progress {
  begin(total: number): void
  step(entry: Pick<Entry, 'estado'>): void
  end(): void
}

export interface Run {
  readonly desk: Desk
  readonly sales: readonly Sale[]
  readonly totalPagar: ReadonlyMap<Sale, string>
  readonly concurrency: number
  readonly progress: Progress
  isStopping(): boolean
}

/** Waits for pending calls to end, then throws the first error. */
export async function issueAll({ desk, sales, totalPagar, concurrency, ...rest }: Run) {
  const { progress, isStopping } = rest
  let next = 0
  let fault: unknown = null
  async function work(): Promise<void> {
    while (fault === null && !isStopping() && next < sales.length) {
      const at = next
      next += 1
      const sale = sales[at]
      if (!sale) return
      try {
        progress.step(await issueSale(desk, sale, totalPagar.get(sale) ?? null))
      } catch (error) {
        fault ??= error
      }
    }
  }
  progress.begin(sales.length)
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, sales.length) }, work))
  } finally {
    progress.end()
  }
  if (fault !== null) throw fault
}
