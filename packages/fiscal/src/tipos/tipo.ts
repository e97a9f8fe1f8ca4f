/** The questions that every document type's definition answers. */
import type { TSchema } from 'typebox'
import type { Presence } from '../catalogos/catalogo.ts'
import type { LineaDe } from '../cuerpo.ts'
import type { CodigoAmbiente, DocumentoComun, Emisor } from '../documento.ts'
import type { CheckEstructura } from '../estructuras/check.ts'
import type { Renglon } from '../renglon.ts'
import type { ReceptorRequest } from '../request.ts'
import type { Grupo } from '../rules/rule.ts'
import type { Serialise } from '../serialise.ts'
import type { Venta } from '../venta.ts'
import type { Cuenta, ImportesDeLinea, Paso } from './cuenta.ts'
import type { CuentaDeLinea, PasoDeLinea } from './linea.ts'
import type { TributosDelTipo } from './tributos.ts'

/** A new type is one value of this shape. */
export interface TipoDef<D extends DocumentoComun = DocumentoComun> {
  readonly tipoDte: D['identificacion']['tipoDte']
  readonly nombre: string
  readonly source: string
  /** Newest first. A document uses the first one whose `since` is not after its date. */
  readonly versions: readonly [Version, ...Version[]]
  /** Versions before Normativa V2.0 that old files may have: read, but never built. */
  readonly versionesAnteriores: readonly number[]
  /** Its words where people choose it and read it. */
  readonly palabras: Palabras
  readonly receptor: ReceptorDelTipo
  /** What the form of a new receptor asks, in order. */
  readonly formularioDelReceptor: readonly CampoDelReceptor[]
  /** The meaning of precioUni in a request. */
  readonly precios: 'con IVA' | 'sin IVA' | 'sin impuesto'
  /** Which request members the type has. Omitting one here does not compile. */
  readonly members: Readonly<Record<Member, Presence>>
  /** The same for each item. */
  readonly itemMembers: Readonly<Record<ItemMember, Presence>>
  /** The tributes of its lines; null: none. */
  readonly tributos: TributosDelTipo | null
  /** Whether it may be signed while the ministry is away. */
  readonly contingencia: boolean
  /** Until when a return event can follow it; null: none can. */
  readonly retorno: PlazoPorDocumento | null
  readonly invalidacion: Invalidable
  /** Whether notes adjust it. */
  readonly ajustable: boolean
  /** The VAT book that lists it; null: none. */
  readonly libro: 'contribuyentes' | 'consumidorFinal' | 'compras' | null
  /** Its effect on the issuer's sales; -1 gives back, at most what is left of the documents that it adjusts. */
  readonly ventas: 1 | -1 | 0
  /** The steps of its summary, in order. */
  readonly pasos: readonly Paso[]
  /** The steps of each of its lines. */
  readonly pasosDeLinea: readonly PasoDeLinea[]
  linea(
    renglon: Renglon,
    numItem: number,
    importes: CuentaDeLinea,
  ): LineaDe<D['cuerpoDocumento']> & ImportesDeLinea
  /** Assembles the sections. */
  documento(partes: Partes<D>): D
  /** Rules that the structure does not express. */
  readonly rules: readonly Grupo<D>[]
  /** What its issuer should know of a document that is issued all the same. */
  readonly avisos?: readonly Grupo<D>[]
}

/** The shape of the receptor in a request. */
export type ReceptorDelTipo =
  | 'Receptor'
  | 'ReceptorRemision'
  | 'ReceptorExportacion'
  | 'ReceptorDonante'
  | 'ReceptorMandante'
  | 'ReceptorAfiliado'
  | 'ReceptorSujetoExcluido'

/** For two years after the document for some activities and three months for the others, or three months for all. */
export type PlazoPorDocumento = 'por actividad' | 'tres meses'

export interface Palabras {
  /** The short name that people use. */
  readonly nombre: string
  /** Of the short name. */
  readonly genero: 'femenino' | 'masculino'
  /** The key that begins one in the console. */
  readonly letra: string
}

/** A member of the receptor; `nit` is a numDocumento that can only be a NIT, and direccion has its own members. */
export type CampoDelReceptor = keyof ReceptorRequest | 'nit'

/** How a document is cancelled. Source: docs/sources.md#invalidacion (MF p. 10-12). */
export interface Invalidable {
  /** Until when; `mes siguiente`: ten business days of the month after its seal. */
  readonly plazo: PlazoPorDocumento | 'mes siguiente'
  /** Its name in the message if a cancelled one cannot be replaced; null: it can. */
  readonly sinReemplazo: string | null
  /** Whether the event has its target's date (otherwise the ministry answers 027) or its own. */
  readonly fechaDelDocumento: boolean
  /** Whether the annex of voided documents lists it. */
  readonly enAnexo: boolean
}

/** Request members that not every type takes. */
export type Member =
  | 'receptor'
  | 'items'
  | 'retencion'
  | 'liquidacion'
  | 'liquidacionContable'
  | 'bienTitulo'
  | 'observaciones'
  | 'condicionOperacion'
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
export type ItemMember =
  | 'tipoItem'
  | 'montoDescu'
  | 'tipoVenta'
  | 'noGravado'
  | 'tributos'
  | 'codTributo'
  | 'numeroDocumento'
  | 'tipoDonacion'
  | 'depreciacion'

export interface Version {
  readonly version: number
  readonly since: string
  /** Our definition of the ministry's structure; its types are derived from it. */
  readonly estructura: TSchema
  readonly check: CheckEstructura
  readonly serialise: Serialise
}

export interface Partes<D extends DocumentoComun> {
  readonly identificacion: Identificacion
  readonly emisor: Emisor
  readonly receptor: ReceptorRequest | null
  readonly venta: Venta
  readonly lineas: LineaDe<D['cuerpoDocumento']>[]
  readonly cuenta: Cuenta
}

/** The part of the identification that all types share; the type adds tipoDte and version. */
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
