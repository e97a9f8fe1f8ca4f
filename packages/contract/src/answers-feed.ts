/** The answer of GET /v1/events (docs/wire.md#feed). */
import Type, { type Static, type TSchema } from 'typebox'
import { Totales } from './answers.ts'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES, TIPOS_DTE, TIPOS_NOVEDAD, type TipoNovedad } from './words.ts'

const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
const instant = Type.String({ format: 'date-time' })

/** The document that it is about. */
const documento = {
  codigoGeneracion,
  tipoDte: oneOf(TIPOS_DTE),
  numeroControl: Type.String(),
  fecEmi: Type.String(),
  referencia: nullable(Type.String()),
}

/** Without the amount in words, which is the signed document's. */
const { totalLetras: _, ...importes } = Totales.properties

const DatosDte = closed({
  estado: oneOf(['sellado', 'rechazado', 'contingencia', 'invalidado']),
  ...documento,
  selloRecibido: nullable(Type.String()),
  totales: closed(importes),
})
/** `evento`: the code of the return or of the invalidation. */
const DatosDeEvento = closed({ evento: codigoGeneracion, ...documento })
/** `entrega`: the id of the mail in the document's `entregas`. */
const DatosDeEntrega = closed({ entrega: Type.String({ pattern: UUID_PATTERN }), ...documento })
const DatosDeContingencia = closed({ desde: instant, hasta: nullable(instant) })
const DatosDeSuEvento = closed({ evento: codigoGeneracion })
/** `de`: the event that is to be signed, or the documents whose event is sealed. */
const DatosDelPlazo = closed({ limite: instant, de: oneOf(['evento', 'documentos']) })
const DatosDelCertificado = closed({ vence: instant, dias: Type.Integer() })
const DatosDeLaLlave = closed({ keyId: Type.String() })
/** `desde`: the first failure. */
const DatosDeCopia = closed({ destino: codigoGeneracion, desde: instant })
const DatosDeLaCuenta = closed({ motivo: oneOf(['rechazada', 'vencida']) })
const DatosDelWebhook = closed({ webhookId: codigoGeneracion })
const DatosDelFeed = closed({ desde: instant })

type Beginning<Subject extends string> = Extract<TipoNovedad, `${Subject}.${string}`>
const beginning = <const Subject extends string>(subject: Subject) =>
  TIPOS_NOVEDAD.filter((tipo): tipo is Beginning<Subject> => tipo.startsWith(`${subject}.`))

const kindOf = <const T extends readonly TipoNovedad[], D extends TSchema>(tipos: T, datos: D) =>
  closed({
    id: Type.String(),
    tipo: oneOf(tipos),
    fecha: instant,
    ambiente: oneOf(AMBIENTES),
    datos,
  })

/** Codes, numbers, states and totals; nothing of the buyer, and no document: query it. */
export const Novedad = Type.Union([
  kindOf(beginning('dte'), DatosDte),
  kindOf([...beginning('retorno'), ...beginning('invalidacion')], DatosDeEvento),
  kindOf(beginning('entrega'), DatosDeEntrega),
  kindOf(['contingencia.abierta', 'contingencia.cerrada'] as const, DatosDeContingencia),
  kindOf(
    ['contingencia.evento_sellado', 'contingencia.evento_rechazado'] as const,
    DatosDeSuEvento,
  ),
  kindOf(beginning('operaciones'), DatosDeSuEvento),
  kindOf(['contingencia.vence_pronto'] as const, DatosDelPlazo),
  kindOf(beginning('certificado'), DatosDelCertificado),
  kindOf(beginning('copia'), DatosDeCopia),
  kindOf(beginning('cuenta'), DatosDeLaCuenta),
  kindOf(beginning('llave'), DatosDeLaLlave),
  kindOf(['webhook.apagado'] as const, DatosDelWebhook),
  kindOf(['feed.restaurado'] as const, DatosDelFeed),
])
export type Novedad = Static<typeof Novedad>

/** 200 of GET /v1/events, oldest first. `siguiente` is passed on unchanged as `despues`, also after an empty page. */
export const FeedPage = closed({ novedades: Type.Array(Novedad), siguiente: Type.String() })
export type FeedPage = Static<typeof FeedPage>
