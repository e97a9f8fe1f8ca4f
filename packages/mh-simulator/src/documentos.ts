/** The accepted document types. To add one: a structure, and a row here. */
import {
  RELACIONABLES,
  RELACIONABLES_EXPORTACION,
  RELACIONABLES_NOTA,
  TIPO_ITEM,
  TIPO_ITEM_COMPRA,
  TIPO_ITEM_EXPORTACION,
} from './catalogues/codigos.ts'
import {
  IVA,
  IVA_EXPORTACION,
  SECCION_1_EXPORTACION,
  SECCION_1_FACTURA,
  SECCION_1_INTERNA,
} from './catalogues/tributos.ts'
import type { Check } from './checks/case.ts'
import { checkExportacion } from './checks/exportacion.ts'
import { checkFusion, checkRetenciones } from './checks/nota.ts'
import type { Suma } from './checks/suma.ts'
import { sumasCompra } from './checks/sumas-compra.ts'
import { sumasExportacion } from './checks/sumas-exportacion.ts'
import { sumasNota } from './checks/sumas-nota.ts'
import { sumasVenta } from './checks/sumas-venta.ts'
import { creditoFiscalV4 } from './structure/credito-fiscal-v4.ts'
import { facturaExportacionV3 } from './structure/factura-exportacion-v3.ts'
import { facturaV2 } from './structure/factura-v2.ts'
import type { Infer, Node } from './structure/nodes.ts'
import { notaCreditoV4 } from './structure/nota-credito-v4.ts'
import { notaDebitoV4 } from './structure/nota-debito-v4.ts'
import { sujetoExcluidoV2 } from './structure/sujeto-excluido-v2.ts'

export type Factura = Infer<typeof facturaV2>
export type CreditoFiscal = Infer<typeof creditoFiscalV4>
export type Nota = Infer<typeof notaCreditoV4> | Infer<typeof notaDebitoV4>
export type FacturaExportacion = Infer<typeof facturaExportacionV3>
export type SujetoExcluido = Infer<typeof sujetoExcluidoV2>
type Any = Factura | CreditoFiscal | Nota | FacturaExportacion | SujetoExcluido

type KeyOf<U> = U extends unknown ? keyof U : never
type ValueOf<U, K> = U extends unknown ? (K extends keyof U ? U[K] : never) : never
/** Merges object types: shared members stay, the others become optional. */
type Merged<U> = { readonly [K in Extract<keyof U, string>]: U[K] } & {
  readonly [K in Exclude<KeyOf<U>, keyof U>]?: ValueOf<U, K>
}

/** Any of the documents, for checks that cover several types. */
export interface Documento {
  readonly identificacion: Merged<Any['identificacion']>
  readonly documentoRelacionado?: ValueOf<Any, 'documentoRelacionado'>
  readonly emisor: Merged<Any['emisor']>
  readonly receptor: Receptor | null
  readonly otrosDocumentos?: readonly OtroDocumento[] | null
  readonly ventaTercero?: ValueOf<Any, 'ventaTercero'>
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Resumen
}
type OtroDocumento = Merged<NonNullable<ValueOf<Any, 'otrosDocumentos'>>[number]>
export type Receptor = Merged<NonNullable<Any['receptor']>>
export type Linea = Merged<Any['cuerpoDocumento'][number]>
export type Resumen = Merged<Any['resumen']>

/** The sale members of a line (a purchase in 14). */
export type Venta = 'ventaNoSuj' | 'ventaExenta' | 'ventaGravada' | 'compra'

/** The properties of one type that the shared checks use. What only one type needs is a check of its own. */
export interface TipoDocumento<D extends Documento = Documento> {
  readonly estructura: Node<D>
  /** The published schema's file name. */
  readonly schema: string
  /** Whether prices include the IVA (01). */
  readonly ivaIncluido: boolean
  /** The kinds of sale of a line, besides a charge outside the base; a free line is of the last one. */
  readonly ventas: readonly Venta[]
  readonly tiposItem: ReadonlySet<number>
  /** The tribute that every taxed line lists, or null. */
  readonly tributoVenta: string | null
  /** The tributes of section 1 that its lines may list. */
  readonly seccion1: ReadonlySet<string>
  /** The types that it may relate. */
  readonly relacionables: ReadonlySet<string>
  /** Whether it adjusts what it relates: then the parties must match and there is a deadline. */
  readonly ajuste: 'credito' | 'debito' | null
  /** The amounts of the summary, each with the results that are accepted for it. */
  sumas(documento: D): readonly Suma[]
  readonly propios: readonly Check[]
}

const VENTAS = ['ventaNoSuj', 'ventaExenta', 'ventaGravada'] as const

const factura: TipoDocumento<Factura> = {
  estructura: facturaV2,
  schema: 'fe-f-v2.json',
  ivaIncluido: true,
  ventas: VENTAS,
  tiposItem: TIPO_ITEM,
  tributoVenta: null,
  seccion1: SECCION_1_FACTURA,
  relacionables: RELACIONABLES,
  ajuste: null,
  sumas: sumasVenta,
  propios: [],
}

const creditoFiscal: TipoDocumento<CreditoFiscal> = {
  estructura: creditoFiscalV4,
  schema: 'fe-ccf-v4.json',
  ivaIncluido: false,
  ventas: VENTAS,
  tiposItem: TIPO_ITEM,
  tributoVenta: IVA,
  seccion1: SECCION_1_INTERNA,
  relacionables: RELACIONABLES,
  ajuste: null,
  sumas: sumasVenta,
  propios: [],
}

const notaCredito: TipoDocumento<Nota> = {
  estructura: notaCreditoV4,
  schema: 'fe-nc-v4.json',
  ivaIncluido: false,
  ventas: VENTAS,
  tiposItem: TIPO_ITEM,
  tributoVenta: IVA,
  seccion1: SECCION_1_INTERNA,
  relacionables: RELACIONABLES_NOTA,
  ajuste: 'credito',
  sumas: sumasNota,
  propios: [checkFusion, checkRetenciones],
}

const notaDebito: TipoDocumento<Nota> = {
  ...notaCredito,
  estructura: notaDebitoV4,
  schema: 'fe-nd-v4.json',
  ajuste: 'debito',
}

const facturaExportacion: TipoDocumento<FacturaExportacion> = {
  estructura: facturaExportacionV3,
  schema: 'fe-fex-v3.json',
  ivaIncluido: false,
  ventas: ['ventaGravada'],
  tiposItem: TIPO_ITEM_EXPORTACION,
  tributoVenta: IVA_EXPORTACION,
  seccion1: SECCION_1_EXPORTACION,
  relacionables: RELACIONABLES_EXPORTACION,
  ajuste: null,
  sumas: sumasExportacion,
  propios: [checkExportacion],
}

const sujetoExcluido: TipoDocumento<SujetoExcluido> = {
  estructura: sujetoExcluidoV2,
  schema: 'fe-fse-v2.json',
  ivaIncluido: false,
  ventas: ['compra'],
  tiposItem: TIPO_ITEM_COMPRA,
  tributoVenta: null,
  seccion1: new Set(),
  relacionables: new Set(),
  ajuste: null,
  sumas: sumasCompra,
  propios: [],
}

export const DOCUMENTOS: ReadonlyMap<string, TipoDocumento> = new Map<string, TipoDocumento>([
  ['01', factura],
  ['03', creditoFiscal],
  ['05', notaCredito],
  ['06', notaDebito],
  ['11', facturaExportacion],
  ['14', sujetoExcluido],
])
