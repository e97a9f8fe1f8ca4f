/** The shapes of the session API about a company's settings and its people (docs/console-api.md). */
import type { EntregaPorDefecto, EventoCertificacion, TipoContado, TipoDte } from '@sello/contract'
import type { Autorizacion, Resolucion } from '@sello/fiscal'
import type { Ambiente, EstadoFirma, PorAmbiente, PuntoRef, Rol } from './types.ts'

/** How a company's documents go to their buyers by mail. */
export interface DatosCorreo {
  readonly entrega: EntregaPorDefecto
  readonly pagina: boolean
  /** Null: the service's server. */
  readonly servidor: {
    readonly host: string
    readonly port: number
    readonly tls: 'implicit' | 'starttls' | 'none'
    readonly sender: string
    readonly usuario: string | null
    readonly dkim: boolean
  } | null
  /** Whether the service has one. */
  readonly delServicio: boolean
}

export interface DatosEmpresa {
  readonly nit: string
  readonly nrc: string
  readonly nombre: string
  readonly nombreComercial: string | null
  readonly codActividad: string
  readonly descActividad: string
  readonly direccion: {
    readonly departamento: string
    readonly municipio: string
    readonly distrito: string
    readonly complemento: string
  }
  readonly telefono: string
  readonly correo: string
  /** What Hacienda has authorised it to do. */
  readonly autorizaciones: readonly Autorizacion[]
  /** By which it receives donations; null: none. */
  readonly resolucion: Resolucion | null
  /** Who answers for its contingency events. */
  readonly responsable: {
    readonly nombre: string
    readonly tipoDocumento: string
    readonly numDocumento: string
  } | null
  /** Nobody is stated, and the company is no natural person: its events name the company. */
  readonly faltaResponsable: boolean
  readonly produccionDesde: string | null
}

export interface EmpresaEstado {
  readonly nit: string
  readonly nombre: string
  readonly rol: Rol | null
  readonly produccionDesde: string | null
  readonly certificadoHasta: PorAmbiente<string | null>
  readonly pendientes: number
  readonly rechazados: number
  readonly contingencias: number
  readonly mes: { readonly documentos: number; readonly totalPagar: number } | null
}

export interface Punto extends PuntoRef {
  readonly direccion: string | null
  readonly telefono: string | null
  readonly series: readonly {
    readonly ambiente: Ambiente
    readonly tipoDte: TipoDte
    readonly year: number
    readonly ultimo: number
  }[]
}

export interface Certificado {
  readonly nit: string
  readonly nombre: string
  readonly fingerprint: string
  readonly validFrom: string
  readonly validTo: string
  readonly cargadoEl: string
}

export interface Destino {
  readonly id: string
  readonly kind: string
  readonly location: string
  readonly verificadoEl: string | null
  readonly valeHasta: string | null
  readonly problema: string | null
}

export interface Persona {
  readonly personaId: string
  readonly nombre: string
  readonly correo: string
  readonly rol: Rol
  readonly puntoDeVenta: PuntoRef | null
  readonly invalida: boolean
  readonly firma: PorAmbiente<EstadoFirma>
  readonly usadaEl: string | null
}

export interface DatosPersonas {
  readonly personas: readonly Persona[]
  readonly invitaciones: readonly {
    readonly id: string
    readonly correo: string
    readonly rol: Rol
    readonly venceEl: string
  }[]
  readonly pedidosDeFirma: readonly {
    readonly id: string
    readonly personaId: string
    readonly nombre: string
    readonly ambiente: Ambiente
    /** The key that the sign key will be encrypted to. */
    readonly clavePublica: string
    readonly pedidaEl: string
  }[]
}

export type Paso =
  | 'empresa'
  | 'certificado'
  | 'credenciales'
  | 'punto'
  | 'destino'
  | 'tipos'
  | 'pruebas'

export interface PasosDeProduccion {
  readonly produccionDesde: string | null
  readonly pasos: readonly {
    readonly paso: Paso
    readonly listo: boolean
    readonly detalle: string | null
  }[]
  /** What the company says it issues; empty: not said yet. */
  readonly tiposDte: readonly TipoDte[]
  readonly tiposProbados: readonly TipoDte[]
}

/** What the ministry asks in its test service, and what is sealed: counted as `sello certify` counts. */
export interface Certificacion {
  readonly campana: string
  readonly produccionDesde: string | null
  readonly completa: boolean
  readonly tipos: readonly TipoCertificado[]
  readonly eventos: readonly EventoCertificado[]
}

export interface TipoCertificado extends TipoContado {
  readonly tipoDte: TipoDte
  readonly meta: number
  /** There are more than were counted. */
  readonly hayMas: boolean
  readonly invalidados: number
  /** Sealed, and made to be invalidated. */
  readonly paraInvalidar: number
  /** Whether production would issue it: the ministry sealed one. */
  readonly probado: boolean
}

export interface EventoCertificado {
  readonly evento: EventoCertificacion
  readonly meta: number
  readonly sellados: number
  /** Sealed besides, which the command's report does not count. */
  readonly aparte: number
}

export interface EntradaAuditoria {
  readonly seq: number
  readonly fecha: string
  readonly persona: string | null
  readonly acto: string
  readonly sobre: string | null
  readonly detalle: unknown
  readonly direccion: string | null
}

export interface FirmaDePersona {
  readonly estado: EstadoFirma
  readonly pedido: {
    readonly id: string
    /** `clavePublica` and `iv` in place of `enc`: of a release before HPKE. */
    readonly sellado:
      | { readonly enc: string; readonly datos: string }
      | { readonly clavePublica: string; readonly iv: string; readonly datos: string }
      | null
  } | null
}

export interface Sesion {
  readonly id: string
  readonly actual: boolean
  readonly metodo: string
  readonly navegador: string | null
  readonly direccion: string
  readonly creadaEl: string
  readonly usadaEl: string
  readonly venceEl: string
}

export interface LlaveDeAcceso {
  readonly id: string
  readonly nombre: string
  readonly prf: boolean
  readonly creadaEl: string
  readonly usadaEl: string | null
}
