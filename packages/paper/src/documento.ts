/**
 * What the printed copy reads of a signed document: JSON.parse of its payload, so amounts are plain
 * numbers. It is the members that the types have in common with those that only some have marked
 * optional; a member that a sheet does not name is not read.
 */

export interface Printable {
  readonly documento: PlainDocumento
  /** Null on the copy that is handed over in contingency. */
  readonly selloRecibido: string | null
  /** As the ministry wrote it. */
  readonly fhProcesamiento: string | null
}

export interface PlainDocumento {
  readonly identificacion: Identificacion
  readonly documentoRelacionado: readonly DocumentoRelacionado[] | null
  readonly emisor: Emisor
  readonly receptor: Receptor | null
  readonly otrosDocumentos: readonly OtroDocumento[] | null
  readonly ventaTercero: VentaTercero | null
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Resumen
  readonly apendice: readonly Apendice[] | null
}

export interface Identificacion {
  readonly version: number
  readonly ambiente: string
  readonly tipoDte: string
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly tipoModelo: number
  readonly tipoOperacion: number
  readonly tipoContingencia: number | null
  readonly motivoContin: string | null
  readonly fecEmi: string
  readonly horEmi: string
}

export interface Direccion {
  readonly departamento: string
  readonly municipio: string
  readonly distrito: string
  readonly complemento: string
}

export interface Emisor {
  readonly nit: string
  readonly nrc: string | null
  readonly nombre: string
  readonly codActividad: string
  readonly descActividad: string
  readonly nombreComercial: string | null
  readonly direccion: Direccion
  readonly telefono: string
  readonly correo: string
  readonly codEstable?: string | null
  readonly codPuntoVenta?: string | null
}

/** 03 names its receiver by `nit`, the others by `tipoDocumento` and `numDocumento`. */
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
  readonly medico: Medico | null
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

export interface Linea {
  readonly numItem: number
  readonly cantidad: number
  readonly uniMedida: number
  readonly codigo: string | null
  readonly descripcion: string
  readonly precioUni: number
  readonly montoDescu: number
  readonly noGravado: number
  readonly ventaNoSuj: number
  readonly ventaExenta: number
  readonly ventaGravada: number
}

export interface Resumen {
  readonly totalNoSuj: number
  readonly totalExenta: number
  readonly totalGravada: number
  readonly subTotalVentas: number
  readonly descuNoSuj: number
  readonly descuExenta: number
  readonly descuGravada: number
  readonly tributos: readonly ResumenTributo[] | null
  readonly subTotal: number
  readonly ivaPerci?: number
  readonly ivaRete: number
  readonly montoTotalOperacion: number
  readonly totalNoGravado: number
  readonly totalPagar: number
  readonly saldoFavor: number
  readonly totalLetras: string | null
  readonly condicionOperacion: number
  readonly pagos: readonly Pago[] | null
  readonly numPagoElectronico?: string | null
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
