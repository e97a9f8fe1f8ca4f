/**
 * What the printed copy reads from a signed document: JSON.parse of its payload, so amounts are plain
 * numbers. Members that only some types have are optional; a member that a sheet does not name is not
 * read.
 */

export interface Printable {
  readonly documento: PlainDocumento
  /** Null on a copy handed over in contingency. */
  readonly selloRecibido: string | null
  /** In the ministry's format. */
  readonly fhProcesamiento: string | null
  /** The sealed event that cancelled the document; absent or null: it is valid. */
  readonly invalidado?: Invalidado | null
}

/** What the copy of a cancelled document states about the cancellation. */
export interface Invalidado {
  readonly codigoGeneracion: string
  /** In the ministry's format. */
  readonly fhProcesamiento: string | null
}

/** What the ministry adds to a document. The rest of its page can be drawn before. */
export interface Seal {
  readonly selloRecibido: string
  /** In the ministry's format. */
  readonly fhProcesamiento: string
}

export interface PlainDocumento {
  readonly identificacion: Identificacion
  readonly documentoRelacionado?: readonly DocumentoRelacionado[] | null
  readonly emisor: Emisor
  readonly receptor: Receptor | null
  readonly otrosDocumentos?: readonly OtroDocumento[] | null
  readonly ventaTercero?: VentaTercero | null
  readonly compraTercero?: CompraTercero | null
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Resumen
  readonly apendice: readonly Apendice[] | null
  /** For a 09: its one record in place of lines and summary, and who answers for it. */
  readonly registro?: Registro
  readonly extension?: Extension
  /** For an invalidation event only: what it cancels, and why. */
  readonly anulacion?: Anulacion
}

/** The texts of the record; its amounts are read as those of a summary. */
export interface Registro {
  readonly periodoLiquidacionFechaInicio: string
  readonly periodoLiquidacionFechaFin: string
  readonly codLiquidacion: string | null
  readonly cantidadDoc: number | null
  readonly descripSinPercepcion: string | null
  readonly porcentComision: number
}

export interface Extension {
  readonly nombEntrega: string
  readonly docuEntrega: string
  readonly codEmpleado: string | null
}

export interface Anulacion {
  readonly documento: DocumentoAnulado
  readonly motivo: MotivoDeAnulacion
}

export interface DocumentoAnulado {
  readonly tipoDte: string
  readonly codigoGeneracion: string
  readonly selloRecibido: string
  readonly numeroControl: string | null
  readonly fecEmi: string
  readonly codigoGeneracionR: string | null
  readonly tipoDocumento: string | null
  readonly numDocumento: string | null
  readonly nombre: string | null
  readonly telefono: string | null
  readonly correo: string | null
}

export interface MotivoDeAnulacion {
  readonly tipoAnulacion: number
  readonly motivoAnulacion: string | null
  readonly nombreResponsable: string
  readonly tipDocResponsable: string
  readonly numDocResponsable: string
  readonly nombreSolicita: string
  readonly tipDocSolicita: string
  readonly numDocSolicita: string
}

export interface Identificacion {
  readonly version: number
  readonly ambiente: string
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly tipoModelo: number
  readonly tipoOperacion: number
  /** Absent in types that are never issued in contingency. */
  readonly tipoContingencia?: number | null
  readonly motivoContin?: string | null
  readonly fecEmi: string
  readonly horEmi: string
  readonly fusion?: string | null
}

export interface Direccion {
  readonly departamento: string
  readonly municipio: string
  readonly distrito: string
  readonly complemento: string
}

export interface Emisor {
  /** A donee (15) has a `numDocumento` in its place. */
  readonly nit?: string
  readonly numDocumento?: string
  readonly nrc: string | null
  readonly nombre: string
  readonly codActividad: string
  readonly descActividad: string
  readonly nombreComercial?: string | null
  readonly direccion: Direccion
  readonly telefono: string | null
  readonly correo: string
  readonly codEstable?: string | null
  readonly codPuntoVenta?: string | null
  readonly tipoItemExpor?: number | null
  readonly recintoFiscal?: string | null
  readonly tipoRegimen?: string | null
  readonly regimen?: string | null
}

/**
 * 03 identifies its receiver by `nit`, the others by `tipoDocumento` and `numDocumento`. In 11 the receiver
 * lives abroad, and its address is a country and a text; in 14 it is the seller.
 */
export interface Receptor {
  readonly nit?: string
  readonly tipoDocumento?: string | null
  readonly numDocumento?: string | null
  readonly nrc?: string | null
  readonly nombre: string | null
  readonly codActividad?: string | null
  readonly descActividad?: string | null
  readonly nombreComercial?: string | null
  readonly direccion?: Direccion | null
  readonly codPais?: string
  readonly nombrePais?: string
  readonly complemento?: string
  readonly tipoPersona?: number
  /** For a 04: the title under which the goods go. */
  readonly bienTitulo?: string
  /** For a 15. */
  readonly codDomiciliado?: number
  /** For a 09. */
  readonly tipoEstablecimiento?: string
  readonly telefono: string | null
  readonly correo: string | null
}

export interface DocumentoRelacionado {
  readonly tipoDocumento: string
  readonly tipoGeneracion: number
  readonly numeroDocumento: string
  readonly fechaEmision: string
}

export interface OtroDocumento {
  readonly codDocAsociado: number | null
  readonly descDocumento: string | null
  readonly detalleDocumento: string | null
  readonly medico?: Medico | null
  readonly placaTrans?: string | null
  readonly modoTransp?: number | null
  readonly numConductor?: string | null
  readonly nombreConductor?: string | null
}

export interface Medico {
  readonly nombre: string | null
  readonly nit: string | null
  readonly docIdentificacion: string | null
  readonly tipoServicio: number | null
}

export interface VentaTercero {
  readonly nit: string | null
  readonly nombre: string
  readonly codDomiciliado: number | null
}

export interface CompraTercero {
  readonly numDocumento: string
  readonly nombre: string
}

/** Null or absent when the type, or the document, has no such amount. */
export type Amount = number | null | undefined

export interface Linea {
  readonly numItem: number
  readonly numeroDocumento?: string | null
  readonly cantidad: number
  readonly uniMedida: number
  readonly codigo: string | null
  readonly descripcion: string
  readonly precioUni: number
  readonly montoDescu: number
  readonly noGravado?: Amount
  readonly ventaNoSuj?: Amount
  readonly ventaExenta?: Amount
  readonly ventaGravada?: Amount
  readonly compra?: Amount
  /** For a 07: the supplier's document that the line lists, and what is retained on it. */
  readonly tipoDte?: string | null
  readonly fechaEmision?: string | null
  readonly montoSujetoGrav?: Amount
  readonly codigoRetencionMH?: string
  readonly ivaRetenido?: Amount
  /** For an 08, the whole of an export; a line that takes back is negative. */
  readonly exportaciones?: Amount
  readonly observaciones?: string | null
  /** For a 15. */
  readonly tipoDonacion?: number
  readonly tipoDepreciacion?: Amount
  readonly valorUni?: Amount
  readonly valor?: Amount
  readonly ivaPerci?: Amount
  readonly ivaRete?: Amount
  readonly totalIva?: Amount
  /** For special operations: the vouchers of the line, and the event that reported what it voids. */
  readonly tipoDocumento?: string
  readonly numDocumento?: string | null
  readonly docDel?: string | null
  readonly docAl?: string | null
  readonly codigoGeneracionRef?: string | null
  /**
   * For a return event: the document that the line takes from, and the line's share of amounts stated once
   * there.
   */
  readonly codigoGeneracion?: string
  readonly seguro?: Amount
  readonly flete?: Amount
  readonly reteRenta?: Amount
}

export interface Resumen {
  readonly totalNoSuj?: Amount
  readonly totalExenta?: Amount
  readonly totalGravada?: Amount
  readonly totalCompra?: Amount
  readonly totalSujetoRetencion?: Amount
  readonly totalIvaRetenido?: Amount
  readonly valorTotal?: Amount
  /** For an 08. */
  readonly exportacion?: Amount
  /** For an 08, and for special operations. */
  readonly total?: Amount
  /** For a 09. */
  readonly valorOperaciones?: Amount
  readonly montoSinPercepcion?: Amount
  readonly iva?: Amount
  readonly montoSujetoPercepcion?: Amount
  readonly ivaPercibido?: Amount
  readonly comision?: Amount
  readonly ivaComision?: Amount
  readonly liquidoApagar?: Amount
  readonly totalCompraExcluidos?: Amount
  readonly totalSeguro?: Amount
  readonly totalFlete?: Amount
  readonly subTotalVentas?: Amount
  readonly descuNoSuj?: Amount
  readonly descuExenta?: Amount
  readonly descuGravada?: Amount
  readonly descu?: Amount
  readonly seguro?: Amount
  readonly flete?: Amount
  readonly tributos?: readonly ResumenTributo[] | null
  readonly subTotal?: Amount
  readonly ivaPerci?: Amount
  readonly ivaRete?: Amount
  readonly totalIva?: Amount
  readonly reteRenta?: Amount
  readonly montoTotalOperacion?: Amount
  readonly totalNoGravado?: Amount
  readonly totalNoOnerosas?: Amount
  readonly totalPagar: number
  readonly saldoFavor?: Amount
  readonly totalLetras: string | null
  readonly condicionOperacion: number
  readonly pagos?: readonly Pago[] | null
  readonly numPagoElectronico?: string | null
  readonly codIncoterms?: string | null
  readonly descIncoterms?: string | null
  readonly codigoRetencionMH?: string | null
  readonly observaciones: string | null
}

export interface ResumenTributo {
  readonly codigo: string
  readonly descripcion: string
  readonly valor: number
}

export interface Pago {
  readonly codigo: string | null
  readonly montoPago: number
  readonly referencia: string | null
  readonly plazo: string | null
  readonly periodo: number | null
}

export interface Apendice {
  readonly campo: string
  readonly etiqueta: string
  readonly valor: string
}
