/** A batch ("lote") of documents of one contingency event. */
import type { Ambiente } from '@sello/contract'
import type { Filing } from './filing.ts'

export interface Lot {
  readonly companyId: string
  readonly ambiente: Ambiente
  /** Of the company. */
  readonly nit: string
  /** Ours, a UUID in capitals: the ministry's `idEnvio`. */
  readonly lote: string
  /** 1 to 100. */
  readonly filings: readonly Filing[]
}
