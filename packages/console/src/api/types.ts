/** The shapes of the session API (docs/console-api.md). Those of `/v1` come from the contract. */
import type { Estado, EstadoMinisterio, ListRow, TipoDte } from '@sello/contract'

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
