/** 200 of GET /v1/status (docs/wire.md#status). */
import Type, { type Static } from 'typebox'
import { closed, nullable, oneOf } from './schema.ts'
import { AMBIENTES, SCOPES, TIPOS_DTE } from './words.ts'

const instant = Type.String({ format: 'date-time' })

/** One sliding window of a key; `remaining` is never below 0. */
export const Ventana = closed({
  limit: Type.Integer({ minimum: 0 }),
  used: Type.Integer({ minimum: 0 }),
  remaining: Type.Integer({ minimum: 0 }),
})

/** What a status may warn about. */
export const ADVERTENCIAS = [
  'contingencia_por_vencer',
  'certificado_por_vencer',
  'certificado_vencido',
  'contrasena_rechazada',
  'contrasena_vencida',
  'destino_por_verificar',
  'destino_rechaza',
  'firma_bloqueada',
  'reloj_desviado',
  'restauracion',
  'sellado_tarde',
] as const
export type CodigoAdvertencia = (typeof ADVERTENCIAS)[number]

/** How the ministry answers the called process. */
export const ESTADOS_MINISTERIO = ['disponible', 'degradado', 'sin_respuesta'] as const
export type EstadoMinisterio = (typeof ESTADOS_MINISTERIO)[number]

export const Status = closed({
  ok: Type.Boolean(),
  version: Type.String(),
  ambiente: oneOf(AMBIENTES),
  emisor: closed({ nit: Type.String(), nombre: Type.String(), ambiente: oneOf(AMBIENTES) }),
  llave: closed({
    keyId: Type.String(),
    label: Type.String(),
    alcances: Type.Array(oneOf(SCOPES)),
    tiposDte: Type.Array(oneOf(TIPOS_DTE)),
    venceEl: nullable(instant),
    ipPermitidas: Type.Array(Type.String()),
  }),
  firma: closed({
    vaultDeFirma: Type.Boolean(),
    /** Where a document is signed: always in the service's vault. */
    origenDeLaFirma: Type.Literal('servicio'),
    certificado: nullable(
      closed({
        fingerprint: Type.String(),
        validFrom: instant,
        validTo: instant,
        nit: Type.String(),
      }),
    ),
  }),
  almacenamiento: closed({
    listo: Type.Boolean(),
    destinos: Type.Array(
      closed({ id: Type.String(), kind: Type.String(), verificadoEl: nullable(instant) }),
    ),
  }),
  contingencia: closed({
    abierta: Type.Boolean(),
    documentos: Type.Integer({ minimum: 0 }),
    limiteEvento: nullable(instant),
    /** Who must do what until when; null: nothing waits. */
    queHacer: nullable(Type.String()),
  }),
  ministerio: closed({
    estado: oneOf(ESTADOS_MINISTERIO),
    desde: instant,
    ultimaRespuesta: nullable(instant),
    mantenimientoHasta: nullable(instant),
  }),
  limites: closed({
    hora: Ventana,
    dia: Ventana,
    estado: Ventana,
    montoMaximoPorDocumentoCentavos: Type.Integer({ minimum: 0 }),
  }),
  advertencias: Type.Array(closed({ codigo: oneOf(ADVERTENCIAS), mensaje: Type.String() })),
})
export type Status = Static<typeof Status>
