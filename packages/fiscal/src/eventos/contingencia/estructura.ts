/** Structure of the contingency event, version 4: the documents that were issued while transmission failed. */
import Type, { type Static } from 'typebox'
import {
  ambiente,
  codigoGeneracion,
  correoEmisor,
  fecha,
  hora,
  nitEmisor,
  nombreEmisor,
  telefonoEmisor,
} from '../../estructuras/evento.ts'
import { anyText, closed, nullable, text, textUpTo } from '../../estructuras/schema.ts'

export const contingenciaV4 = closed({
  identificacion: closed({
    version: Type.Literal(4),
    ambiente,
    codigoGeneracion,
    fTransmision: fecha(),
    hTransmision: hora,
  }),
  emisor: closed({
    nit: nitEmisor,
    nombre: nombreEmisor,
    nombreResponsable: text(1, 100),
    tipoDocResponsable: anyText(),
    numeroDocResponsable: text(1, 25),
    tipoEstablecimiento: anyText(),
    codEstableMH: nullable(text(4, 4)),
    codPuntoVentaMH: nullable(text(4, 4)),
    telefono: telefonoEmisor,
    correo: correoEmisor,
  }),
  detalleDTE: Type.Array(
    closed({
      noItem: Type.Integer({ minimum: 1, maximum: 1000 }),
      tipoDoc: anyText(),
      codigoGeneracion: anyText(),
    }),
    { minItems: 1, maxItems: 1000 },
  ),
  motivo: closed({
    fInicio: fecha(),
    fFin: fecha(),
    hInicio: hora,
    hFin: hora,
    tipoContingencia: Type.Integer(),
    motivoContingencia: nullable(textUpTo(500)),
  }),
})

export type EventoDeContingencia = Static<typeof contingenciaV4>
