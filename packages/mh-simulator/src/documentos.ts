/** The accepted document types. To add one: a structure, and a row here. */
import {
  RELACIONABLES,
  RELACIONABLES_EXPORTACION,
  RELACIONABLES_NOTA,
  RELACIONABLES_REMISION,
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
import type { TipoDocumento } from './checks/case.ts'
import { checkContable } from './checks/contable.ts'
import { checkDonacion, sumasDonacion } from './checks/donacion.ts'
import { checkExportacion } from './checks/exportacion.ts'
import { checkLiquidacion, sumasLiquidacion } from './checks/liquidacion.ts'
import { checkFusion, checkRetenciones } from './checks/nota.ts'
import { checkRemision, sumasRemision } from './checks/remision.ts'
import { checkListados, sumasRetencion } from './checks/retencion.ts'
import { sumasCompra } from './checks/sumas-compra.ts'
import { sumasExportacion } from './checks/sumas-exportacion.ts'
import { sumasNota } from './checks/sumas-nota.ts'
import { sumasVenta } from './checks/sumas-venta.ts'
import type {
  CreditoFiscal,
  Documento,
  Factura,
  FacturaExportacion,
  Nota,
  Retencion,
  SujetoExcluido,
} from './documento.ts'
import { documentoContableV2 } from './structure/contable-v2.ts'
import { creditoFiscalV4 } from './structure/credito-fiscal-v4.ts'
import { type Donacion, donacionV2 } from './structure/donacion-v2.ts'
import { facturaExportacionV3 } from './structure/factura-exportacion-v3.ts'
import { facturaV2 } from './structure/factura-v2.ts'
import { type Liquidacion, liquidacionV2 } from './structure/liquidacion-v2.ts'
import type { Node } from './structure/nodes.ts'
import { notaCreditoV4 } from './structure/nota-credito-v4.ts'
import { notaDebitoV4 } from './structure/nota-debito-v4.ts'
import { type Remision, remisionV4 } from './structure/remision-v4.ts'
import { retencionV2 } from './structure/retencion-v2.ts'
import { sujetoExcluidoV2 } from './structure/sujeto-excluido-v2.ts'

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

const remision: TipoDocumento<Remision> = {
  estructura: remisionV4,
  schema: 'fe-nr-v4.json',
  ivaIncluido: false,
  ventas: VENTAS,
  tiposItem: TIPO_ITEM,
  // Domestic or of an export, by what it relates: checkRemision.
  tributoVenta: null,
  seccion1: new Set([...SECCION_1_INTERNA, IVA_EXPORTACION]),
  relacionables: RELACIONABLES_REMISION,
  ajuste: null,
  sumas: sumasRemision,
  propios: [checkRemision],
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

/** Of a type whose lines sell nothing. */
const SIN_VENTAS = {
  ivaIncluido: false,
  ventas: [],
  tiposItem: new Set<number>(),
  tributoVenta: null,
  seccion1: new Set<string>(),
  relacionables: new Set<string>(),
  ajuste: null,
} as const

const retencion: TipoDocumento<Retencion> = {
  estructura: retencionV2,
  schema: 'fe-cr-v2.json',
  ...SIN_VENTAS,
  sumas: sumasRetencion,
  propios: [checkListados],
}

const donacion: TipoDocumento<Donacion> = {
  estructura: donacionV2,
  schema: 'fe-cd-v2.json',
  ...SIN_VENTAS,
  sumas: sumasDonacion,
  propios: [checkDonacion],
}

const liquidacion: TipoDocumento<Liquidacion> = {
  estructura: liquidacionV2,
  schema: 'fe-cl-v2.json',
  ...SIN_VENTAS,
  sumas: sumasLiquidacion,
  propios: [checkLiquidacion],
}

const contable: TipoDocumento = {
  // Read with its record as the summary: services/examine.ts.
  estructura: documentoContableV2 as unknown as Node<Documento>,
  schema: 'fe-dcl-v2.json',
  ...SIN_VENTAS,
  sumas: () => [],
  propios: [checkContable],
}

export const DOCUMENTOS: ReadonlyMap<string, TipoDocumento> = new Map<string, TipoDocumento>([
  ['01', factura],
  ['03', creditoFiscal],
  ['04', remision],
  ['05', notaCredito],
  ['06', notaDebito],
  ['07', retencion],
  ['08', liquidacion],
  ['09', contable],
  ['11', facturaExportacion],
  ['14', sujetoExcluido],
  ['15', donacion],
])
