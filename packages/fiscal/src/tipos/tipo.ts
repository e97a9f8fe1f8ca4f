/** The questionnaire that every document type answers. */
import type { TSchema } from 'typebox'
import type { Presence } from '../catalogos/catalogo.ts'
import type { CodigoAmbiente, Documento, Emisor } from '../documento.ts'
import type { CheckEstructura } from '../estructuras/check.ts'
import type { ReceptorRequest } from '../request.ts'
import type { Grupo } from '../rules/rule.ts'
import type { Serialise } from '../serialise.ts'
import type { Renglon, Venta } from '../venta.ts'
import type { Cuenta, ImportesDeLinea, Paso } from './cuenta.ts'
import type { CuentaDeLinea, PasoDeLinea } from './linea.ts'
import type { TributosDelTipo } from './tributos.ts'

/** A new type is one value of this shape. */
export interface TipoDef<D extends Documento = Documento> {
  readonly tipoDte: D['identificacion']['tipoDte']
  readonly nombre: string
  readonly source: string
  /** Newest first. A document is built by the first one whose `since` is not after its date. */
  readonly versions: readonly [Version, ...Version[]]
  /** Versions before Normativa V2.0, which files may have: they are read and never built. */
  readonly versionesAnteriores: readonly number[]
  readonly receptor: 'Receptor' | 'ReceptorExportacion' | 'ReceptorSujetoExcluido'
  /** The meaning of precioUni in a request. */
  readonly precios: 'con IVA' | 'sin IVA' | 'sin impuesto'
  /** Which request members the type takes. A member that is missing here cannot compile. */
  readonly members: Readonly<Record<Member, Presence>>
  /** The same of each of its items. */
  readonly itemMembers: Readonly<Record<ItemMember, Presence>>
  /** Which tributes its lines carry; null: none. */
  readonly tributos: TributosDelTipo | null
  /** Whether a return event can apply to it. */
  readonly retorno: boolean
  readonly invalidacion: Invalidable
  /** The book that it is written in. */
  readonly libro: 'contribuyentes' | 'consumidorFinal' | 'compras'
  /** Its effect on the issuer's sales. */
  readonly ventas: 1 | -1 | 0
  /** The steps of its summary, in order. */
  readonly pasos: readonly Paso[]
  /** The steps of each of its lines. */
  readonly pasosDeLinea: readonly PasoDeLinea[]
  linea(
    renglon: Renglon,
    numItem: number,
    importes: CuentaDeLinea,
  ): D['cuerpoDocumento'][number] & ImportesDeLinea
  /** Puts the sections together. */
  documento(partes: Partes<D>): D
  /** Rules that the structure does not express. */
  readonly rules: readonly Grupo<D>[]
}

/** How a document is cancelled. Source: docs/sources.md#invalidacion (MF p. 10-12). */
export interface Invalidable {
  /** Until when: two years of some activities, three months, or ten working days of the month after its seal. */
  readonly plazo: 'por actividad' | 'tres meses' | 'mes siguiente'
  /** Its name in the message when no document may replace a cancelled one; null: one may. */
  readonly sinReemplazo: string | null
  /**
   * Whether the event bears its target's date (the ministry answers 027 otherwise); if not, the date
   * of the event itself.
   */
  readonly fechaDelDocumento: boolean
}

/** Request members that not every type takes. */
export type Member =
  | 'receptor'
  | 'descuentos'
  | 'descuento'
  | 'pagos'
  | 'formaPago'
  | 'plazo'
  | 'periodo'
  | 'ventaTercero'
  | 'aplicarRetencionIva'
  | 'aplicarPercepcionIva'
  | 'documentosRelacionados'
  | 'origenes'
  | 'otrosDocumentos'
  | 'compraTercero'
  | 'fusion'
  | 'numPagoElectronico'
  | 'exportacion'
  | 'aplicarReteRenta'

/** Members of an item that not every type takes. */
export type ItemMember = 'tipoVenta' | 'noGravado' | 'tributos' | 'codTributo' | 'numeroDocumento'

export interface Version {
  readonly version: number
  readonly since: string
  /** Our definition of the ministry's structure; its types are derived from it. */
  readonly estructura: TSchema
  readonly check: CheckEstructura
  readonly serialise: Serialise
}

export interface Partes<D extends Documento> {
  readonly identificacion: Identificacion
  readonly emisor: Emisor
  readonly receptor: ReceptorRequest | null
  readonly venta: Venta
  readonly lineas: D['cuerpoDocumento']
  readonly cuenta: Cuenta
}

/** The identification that is the same for every type; the type adds its tipoDte and version. */
export interface Identificacion {
  readonly ambiente: CodigoAmbiente
  readonly numeroControl: string
  readonly codigoGeneracion: string
  readonly tipoModelo: 1 | 2
  readonly tipoOperacion: 1 | 2
  readonly tipoContingencia: 1 | 2 | 3 | 4 | 5 | null
  readonly motivoContin: string | null
  readonly fecEmi: string
  readonly horEmi: string
  readonly tipoMoneda: 'USD'
}
