/** The documents that reception knows. A new one is a structure, and a row here. */
import { creditoFiscalV4 } from './structure/credito-fiscal-v4.ts'
import { facturaV2 } from './structure/factura-v2.ts'
import type { Infer, Node } from './structure/nodes.ts'

type Factura = Infer<typeof facturaV2>
type CreditoFiscal = Infer<typeof creditoFiscalV4>
export type Documento = Factura | CreditoFiscal
export type Linea = Documento['cuerpoDocumento'][number]
export type Resumen = Documento['resumen']

export interface TipoDocumento {
  readonly estructura: Node<Documento>
  /** The published schema's file name. */
  readonly schema: string
  /** Whether prices include the IVA (01) or it is a tribute of the summary (03). */
  readonly ivaIncluido: boolean
}

export const DOCUMENTOS: ReadonlyMap<string, TipoDocumento> = new Map([
  ['01', { estructura: facturaV2, schema: 'fe-f-v2.json', ivaIncluido: true }],
  ['03', { estructura: creditoFiscalV4, schema: 'fe-ccf-v4.json', ivaIncluido: false }],
])
