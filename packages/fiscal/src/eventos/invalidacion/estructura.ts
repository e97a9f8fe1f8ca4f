/** Structure of the invalidation event, version 3: it cancels one sealed document or event. */
import Type, { type Static } from 'typebox'
import {
  ambiente,
  codigoGeneracion,
  correoEmisor,
  establecimiento,
  fecha,
  hora,
  nitEmisor,
  nombreEmisor,
  telefonoEmisor,
} from '../../estructuras/evento.ts'
import { anyText, closed, nullable, pattern, text, textUpTo } from '../../estructuras/schema.ts'

const NIT_DE_FUSION = '^([0-9]{14}|[0-9]{9})$'

const documento = closed({
  tipoDte: anyText(),
  codigoGeneracion: text(36, 36),
  selloRecibido: text(40, 40),
  numeroControl: nullable(text(31, 31)),
  fecEmi: fecha(),
  codigoGeneracionR: nullable(text(36, 36)),
  tipoDocumento: nullable(anyText()),
  numDocumento: nullable(text(1, 20)),
  nombre: nullable(text(1, 250)),
  telefono: nullable(text(8, 30)),
  correo: nullable(textUpTo(100)),
})

/** The published minimum of nombreResponsable uses a keyword for numbers; minLength is meant. */
const motivo = closed({
  tipoAnulacion: Type.Integer(),
  motivoAnulacion: nullable(text(1, 200)),
  nombreResponsable: text(1, 100),
  tipDocResponsable: anyText(),
  numDocResponsable: text(1, 20),
  nombreSolicita: text(1, 100),
  tipDocSolicita: anyText(),
  numDocSolicita: text(1, 20),
})

export const invalidacionV3 = closed({
  identificacion: closed({
    version: Type.Literal(3),
    ambiente,
    codigoGeneracion,
    fecEmi: fecha(),
    horEmi: hora,
    fusion: nullable(pattern(NIT_DE_FUSION, 14)),
  }),
  emisor: closed({
    nit: nitEmisor,
    nombre: nombreEmisor,
    ...establecimiento,
    telefono: telefonoEmisor,
    correo: correoEmisor,
  }),
  documento,
  motivo,
})

export type Invalidacion = Static<typeof invalidacionV3>
