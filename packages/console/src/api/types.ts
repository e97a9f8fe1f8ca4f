/** The shapes of the session API (docs/console-api.md). Those of `/v1` come from the contract. */
import type {
  EntregaPorDefecto,
  Estado,
  EstadoMinisterio,
  EventoCertificacion,
  ListRow,
  TipoContado,
  TipoDte,
} from '@sello/contract'
import type { Autorizacion, Resolucion } from '@sello/fiscal'

export type Rol = 'dueno' | 'administrador' | 'emisor' | 'lector' | 'contador'
export type Ambiente = '00' | '01'
export type EstadoFirma = 'ninguna' | 'activa' | 'bloqueada' | 'vencida'
export type PorAmbiente<T> = Readonly<Record<Ambiente, T>>

export interface PuntoRef {
  readonly codEstable: string
  readonly codPuntoVenta: string
}

export interface Empresa {
  readonly nit: string
  readonly nombre: string
  readonly nombreComercial: string | null
  readonly rol: Rol
  readonly produccionDesde: string | null
  readonly puntoDeVenta: PuntoRef | null
  readonly invalida: boolean
  /** Whom to ask, in words for a sentence. */
  readonly dueno: string
  readonly firma: PorAmbiente<EstadoFirma>
}

export interface Session {
  readonly persona: {
    readonly personaId: string
    readonly nombre: string
    readonly correo: string
    readonly operador: boolean
    readonly totp: boolean
    readonly llavesDeAcceso: number
    readonly tieneContrasena: boolean
  }
  readonly csrf: string
  readonly metodo: 'contrasena' | 'llave_de_acceso' | 'enlace' | 'invitacion'
  /** `confirmar_segundo_factor`: the person has one, and this session was begun without it. */
  readonly pendiente: 'segundo_factor' | 'confirmar_segundo_factor' | null
  /** Until when an issuer of before the rule goes on without a second factor; null: there is no such date. */
  readonly segundoFactorHasta: string | null
  readonly venceEl: string
  readonly confirmadaHasta: string | null
  readonly empresas: readonly Empresa[]
}

export interface Asunto {
  readonly clase:
    | 'rechazado'
    | 'contingencia'
    | 'llave_bloqueada'
    | 'firma_bloqueada'
    | 'pedido_de_firma'
    | 'certificado'
    | 'contrasena'
    | 'almacenamiento'
    | 'huecos'
    | 'propuesta'
  readonly texto: string
  readonly nota: string | null
  readonly limite: string | null
  readonly sobre: string | null
  /** Of a rejected document, which `texto` names by its receptor or number. */
  readonly tipoDte: TipoDte | null
}

export interface Fila extends ListRow {
  readonly puntoDeVenta: PuntoRef | null
  readonly corregirHasta: string | null
  readonly motivo: string | null
  /** What its returns gave back; null: nothing. */
  readonly devuelto: number | null
}

export interface PaginaDocumentos {
  readonly documentos: readonly Fila[]
  readonly siguiente: string | null
}

interface Dia {
  readonly fecha: string
  readonly vendido: number
}

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

/** How the ministry answers the service. */
export interface Hacienda {
  readonly estado: EstadoMinisterio
  readonly desde: string
  readonly segundos: number | null
  readonly ultimaRespuesta: string | null
}

export interface DatosInicio {
  readonly atender: readonly Asunto[]
  readonly sinSello: number
  /** Sales that a program prepared, which wait for a person. */
  readonly propuestas: number
  readonly mes: {
    readonly desde: string
    readonly vendido: number
    readonly ivaDebito: number
    readonly documentos: number
    readonly sinSello: number
    readonly dias: readonly Dia[]
    readonly anterior: readonly Dia[]
  }
  readonly ultimos: readonly Fila[]
}

export interface Grupo {
  readonly tipoDte: TipoDte
  readonly estado: Estado
  readonly documentos: number
  readonly totalGravada: number
  readonly totalExenta: number
  readonly totalNoSuj: number
  readonly totalIva: number
  readonly totalPagar: number
  readonly devuelto: number
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
