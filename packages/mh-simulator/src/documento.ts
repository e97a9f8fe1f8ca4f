/** The accepted documents as their structures read them. */

import type { DocumentoContable } from './structure/contable-v2.ts'
import type { creditoFiscalV4 } from './structure/credito-fiscal-v4.ts'
import type { Donacion } from './structure/donacion-v2.ts'
import type { facturaExportacionV3 } from './structure/factura-exportacion-v3.ts'
import type { facturaV2 } from './structure/factura-v2.ts'
import type { Liquidacion } from './structure/liquidacion-v2.ts'
import type { Infer } from './structure/nodes.ts'
import type { notaCreditoV4 } from './structure/nota-credito-v4.ts'
import type { notaDebitoV4 } from './structure/nota-debito-v4.ts'
import type { retencionV2 } from './structure/retencion-v2.ts'
import type { sujetoExcluidoV2 } from './structure/sujeto-excluido-v2.ts'

export type Factura = Infer<typeof facturaV2>
export type CreditoFiscal = Infer<typeof creditoFiscalV4>
export type Nota = Infer<typeof notaCreditoV4> | Infer<typeof notaDebitoV4>
export type FacturaExportacion = Infer<typeof facturaExportacionV3>
export type SujetoExcluido = Infer<typeof sujetoExcluidoV2>
export type Retencion = Infer<typeof retencionV2>
type Any =
  | Donacion
  | Liquidacion
  | Retencion
  | Factura
  | CreditoFiscal
  | Nota
  | FacturaExportacion
  | SujetoExcluido

/** One record in place of lines and summary has parties too. */
type Parties = Any | DocumentoContable

type KeyOf<U> = U extends unknown ? keyof U : never
type ValueOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
/** Merges object types: shared members stay, the others become optional. */
type Merged<U> = { readonly [K in Extract<keyof U, string>]: U[K] } & {
  readonly [K in Exclude<KeyOf<U>, keyof U>]?: ValueOf<U, K>
}

/** Any of the documents, for checks that cover several types. */
export interface Documento {
  readonly identificacion: Merged<Parties['identificacion']>
  readonly documentoRelacionado?: ValueOf<Any, 'documentoRelacionado'>
  readonly emisor: Merged<Parties['emisor']>
  readonly receptor: Receptor | null
  readonly otrosDocumentos?: readonly OtroDocumento[] | null
  readonly ventaTercero?: ValueOf<Any, 'ventaTercero'>
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Resumen
}
type OtroDocumento = Merged<NonNullable<ValueOf<Any, 'otrosDocumentos'>>[number]>
export type Receptor = Merged<NonNullable<Parties['receptor']>>
export type Linea = Merged<Any['cuerpoDocumento'][number]>
export type Resumen = Merged<Any['resumen']>

/** The sale members of a line (a purchase in 14). */
export type Venta = 'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'compra'
