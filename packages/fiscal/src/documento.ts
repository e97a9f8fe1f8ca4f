/** The documents that are built: the ministry's structures with a Monto in every amount member. */

import type { Monto } from './monto.ts'
import type { Factura } from './tipos/01/estructura.ts'
import type { CreditoFiscal } from './tipos/03/estructura.ts'
import type { NotaCredito } from './tipos/05/estructura.ts'
import type { NotaDebito } from './tipos/06/estructura.ts'
import type { FacturaExportacion } from './tipos/11/estructura.ts'
import type { SujetoExcluido } from './tipos/14/estructura.ts'

export type { CreditoFiscal, Factura, FacturaExportacion, NotaCredito, NotaDebito, SujetoExcluido }

/** Documents with an establishment in their issuer section. */
export type DocumentoDeEstablecimiento =
  | Factura
  | CreditoFiscal
  | FacturaExportacion
  | SujetoExcluido

/** Types that adjust earlier documents. */
export type Nota = NotaCredito | NotaDebito

export type Documento = DocumentoDeEstablecimiento | Nota

/** Domestic sales, which several rules and steps are written for. */
export type DocumentoDeVenta = Factura | CreditoFiscal

/** The issuer section of documents. */
export type Emisor = Factura['emisor']

/** The document parsed from JSON, where every Monto is a number. */
export type Plain<T> = T extends Monto
  ? number
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T

/** CAT-001: 00 test, 01 production. */
export type CodigoAmbiente = Documento['identificacion']['ambiente']
