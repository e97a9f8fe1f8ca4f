/**
 * A caller's request: plain JSON numbers, the members of all types. The names are the wire's; each type's
 * definition (tipos/tipo.ts) says which members it has.
 */

export interface RequestOf<TipoDte extends string = string> {
  readonly tipoDte: TipoDte
  readonly receptor?: ReceptorRequest | null
  /** Empty in a type that neither sells nor buys. */
  readonly items: readonly ItemRequest[]
  /** 07: the documents of others on which IVA is retained. */
  readonly retencion?: RetencionRequest | null
  /** 08: the documents that are liquidated to the principal, in place of items. */
  readonly liquidacion?: LiquidacionRequest | null
  /** 09: what is liquidated to the affiliate, in place of items. */
  readonly liquidacionContable?: LiquidacionContableRequest | null
  /** 04: CAT-025, the title under which the goods go. */
  readonly bienTitulo?: string | null
  readonly condicionOperacion?: number
  readonly plazo?: string | null
  readonly periodo?: number | null
  readonly formaPago?: string | null
  readonly pagos?: readonly PagoRequest[] | null
  readonly descuentos?: DescuentosRequest | null
  readonly aplicarRetencionIva?: boolean
  readonly aplicarPercepcionIva?: boolean
  /** 14: the discount on the whole purchase. */
  readonly descuento?: number | null
  readonly aplicarReteRenta?: boolean
  readonly exportacion?: ExportacionRequest | null
  /** 05, 06: the documents that the note adjusts. */
  readonly documentosRelacionados?: readonly DocumentoRelacionadoRequest[] | null
  /** 05, 06: the NIT of a company absorbed by the issuer, whose document the note adjusts. */
  readonly fusion?: string | null
  /** 01, 03, 11: the origins of the sale. 04: the sales that it remits. */
  readonly origenes?: readonly DocumentoRelacionadoRequest[] | null
  /** 01, 03, 11. */
  readonly otrosDocumentos?: readonly OtroDocumentoRequest[] | null
  /** 11: the principal for whom a logistics operator buys. */
  readonly compraTercero?: CompraTerceroRequest | null
  /** 06. */
  readonly numPagoElectronico?: string | null
  readonly ventaTercero?: VentaTerceroRequest | null
  readonly observaciones?: string | null
  readonly apendice?: readonly ApendiceRequest[] | null
}

export interface ReceptorRequest {
  /** 04: the goods go to a place of the issuer's own, which states at most where it is. */
  readonly propio?: boolean | null
  readonly tipoDocumento?: string | null
  /** Hyphens are removed. In 03 it is the NIT. */
  readonly numDocumento?: string | null
  /** Hyphens are removed. */
  readonly nrc?: string | null
  readonly nombre?: string | null
  readonly codActividad?: string | null
  /** If absent, from CAT-019. */
  readonly descActividad?: string | null
  readonly nombreComercial?: string | null
  readonly direccion?: DireccionRequest | null
  readonly telefono?: string | null
  readonly correo?: string | null
  /** 11: CAT-020; its name is taken from there if absent. */
  readonly codPais?: string | null
  readonly nombrePais?: string | null
  /** 11: the complete address. */
  readonly complemento?: string | null
  /** 11: CAT-029. */
  readonly tipoPersona?: number | null
  /** 15: CAT-032. */
  readonly codDomiciliado?: number | null
  /** 09: CAT-009. */
  readonly tipoEstablecimiento?: string | null
}

export interface DireccionRequest {
  readonly departamento: string
  readonly municipio: string
  readonly distrito: string
  readonly complemento: string
}

export type TipoVenta = 'gravada' | 'exenta' | 'no_sujeta'

export interface ItemRequest {
  readonly descripcion: string
  readonly cantidad: number
  /** With IVA in 01, without it elsewhere. */
  readonly precioUni?: number | null
  readonly codigo?: string | null
  readonly tipoItem?: number | null
  readonly uniMedida?: number | null
  readonly tipoVenta?: TipoVenta | null
  /** Discount on the whole line. */
  readonly montoDescu?: number | null
  /** A charge or a credit outside the tax base; the line is then nothing else. */
  readonly noGravado?: number | null
  /** Codes of CAT-015, sections 1 and 3, without IVA, which is added automatically. */
  readonly tributos?: readonly string[] | null
  /** CAT-015, section 2: the line is this tribute, and its price the amount. */
  readonly codTributo?: string | null
  /** 05, 06: the related document that the line adjusts; may be omitted if there is only one. */
  readonly numeroDocumento?: string | null
  /** 15: CAT-026. */
  readonly tipoDonacion?: number | null
  /** 15: what used goods have lost in value, for the whole line. */
  readonly depreciacion?: number | null
}

export interface PagoRequest {
  readonly codigo: string
  readonly montoPago: number
  readonly referencia?: string | null
  readonly plazo?: string | null
  readonly periodo?: number | null
}

/** Global discounts, by the kind of sale that they reduce. */
export interface DescuentosRequest {
  readonly noSujetas?: number | null
  readonly exentas?: number | null
  readonly gravadas?: number | null
}

/** The customs data of an export. Only goods have the four customs members. */
export interface ExportacionRequest {
  /** 1 goods, 2 services. */
  readonly tipoItemExpor: number
  readonly recintoFiscal?: string | null
  readonly tipoRegimen?: string | null
  readonly regimen?: string | null
  /** CAT-031; the description comes from the catalogue. */
  readonly incoterms?: string | null
  readonly flete?: number | null
  readonly seguro?: number | null
  /** Goods exported without payment, for information; in no total. */
  readonly totalNoOnerosas?: number | null
}

/** Always in full: one named only by its codigoGeneracion is completed before this. */
export interface DocumentoRelacionadoRequest {
  readonly codigoGeneracion?: string
  /** CAT-002. */
  readonly tipoDocumento?: string
  /** A codigoGeneracion, or the correlative of a paper document. */
  readonly numeroDocumento?: string
  /** YYYY-MM-DD. */
  readonly fechaEmision?: string
  /** CAT-007; electronic if absent. */
  readonly tipoGeneracion?: number | null
}

/** The documents on which the issuer retains IVA: a line each. */
export interface RetencionRequest {
  readonly documentos: readonly DocumentoRetenidoRequest[]
}

/** In full when it reaches this: one of ours named by its codigoGeneracion is completed before. */
export interface DocumentoRetenidoRequest extends DocumentoRelacionadoRequest {
  /** Of the document, without IVA. */
  readonly monto?: number | null
  /** CAT-006; if absent the 1 %, or the 13 % of somebody who is not an IVA taxpayer. */
  readonly codigoRetencion?: string | null
  /** Only for special cases (C9), whose rate the law does not fix. */
  readonly ivaRetenido?: number | null
  readonly descripcion?: string | null
}

/** What a commission agent sold for one principal in a month: a line for each document. */
export interface LiquidacionRequest {
  /** YYYY-MM. */
  readonly periodo: string
  /** In full when it reaches this: the service gathers them, and completes those of ours. */
  readonly documentos?: readonly DocumentoLiquidadoRequest[]
}

/** The amounts are positive: what takes back follows from the type and `invalidado`. */
export interface DocumentoLiquidadoRequest extends DocumentoRelacionadoRequest {
  /** It was listed before, and has been invalidated since. */
  readonly invalidado?: boolean | null
  readonly ventaNoSuj?: number | null
  readonly ventaExenta?: number | null
  /** Without IVA, after global discounts. */
  readonly ventaGravada?: number | null
  readonly exportaciones?: number | null
  readonly tributos?: readonly { readonly codigo: string; readonly valor: number }[] | null
  readonly ivaPercibido?: number | null
  readonly observaciones?: string | null
}

/** One period's card operations of an affiliate. Dates are YYYY-MM-DD. */
export interface LiquidacionContableRequest {
  readonly desde: string
  readonly hasta: string
  readonly codigo?: string | null
  readonly cantidadDocumentos?: number | null
  /** What the cardholders paid, with IVA. */
  readonly valorOperaciones: number
  /** Exempt sales, tips: what is no part of the taxed sales. */
  readonly sinPercepcion?: { readonly monto: number; readonly descripcion: string } | null
  /** Without IVA; if absent, by its percentage. */
  readonly comision?: number | null
  readonly porcentajeComision?: number | null
  /** The person who answers for the liquidation. */
  readonly responsable: {
    readonly nombre: string
    readonly documento: string
    readonly codEmpleado?: string | null
  }
}

/** An associated document (CAT-021): the issuer's (1), the buyer's (2), a physician's (3), the transport (4). */
export interface OtroDocumentoRequest {
  readonly codDocAsociado: number
  readonly descDocumento?: string | null
  readonly detalleDocumento?: string | null
  readonly medico?: MedicoRequest | null
  readonly transporte?: TransporteRequest | null
}

export interface MedicoRequest {
  readonly nombre: string
  /** For a domestic resident; others use docIdentificacion. */
  readonly nit?: string | null
  readonly docIdentificacion?: string | null
  /** CAT-010. */
  readonly tipoServicio: number
}

export interface TransporteRequest {
  readonly placa?: string | null
  /** CAT-030. */
  readonly modo: number
  readonly conductor: { readonly nombre: string; readonly documento: string }
}

export interface CompraTerceroRequest {
  readonly numDocumento: string
  readonly nombre: string
}

export interface VentaTerceroRequest {
  readonly nit: string | null
  readonly nombre: string
  readonly codDomiciliado: number | null
}

export interface ApendiceRequest {
  readonly campo: string
  readonly etiqueta: string
  readonly valor: string
}
