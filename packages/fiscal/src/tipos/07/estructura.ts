/**
 * Structure of 07, Comprobante de retención, version 2: the buyer retains, so the receptor is the supplier. Each line
 * lists a document of the supplier.
 */
import Type, { type Static } from 'typebox'
import * as comun from '../../estructuras/comun.ts'
import {
  amount,
  anyText,
  closed,
  fecha,
  nullable,
  summaryAmount,
  text,
} from '../../estructuras/schema.ts'

const { nit, nombre, codActividad, descActividad, nombreComercial, codEstable, codPuntoVenta } =
  comun.emisor.properties

const emisor = closed({
  nit,
  nrc: nullable(text(2, 8)),
  nombre,
  codActividad,
  descActividad,
  nombreComercial,
  direccion: comun.direccion,
  codEstable,
  codPuntoVenta,
  telefono: nullable(text(8, 30)),
  correo: text(6, 100),
})

const receptor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(1, 20),
  nrc: nullable(text(2, 8)),
  nombre: text(1, 250),
  codActividad: anyText(),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  direccion: comun.direccion,
  telefono: nullable(text(8, 30)),
  correo: nullable(text(6, 100)),
})

/** More than zero, and to the cent in the lines too. */
const retenido = () => amount(2, { exclusiveMinimum: 0, exclusiveMaximum: 100_000_000_000 })

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 500 }),
  tipoDte: nullable(anyText()),
  tipoGeneracion: nullable(Type.Integer()),
  numeroDocumento: nullable(anyText()),
  fechaEmision: nullable(fecha()),
  montoSujetoGrav: retenido(),
  codigoRetencionMH: anyText(),
  ivaRetenido: retenido(),
  descripcion: nullable(text(1, 1500)),
})

export const retencionV2 = closed({
  identificacion: closed({
    ...comun.identificacion(2, '07').properties,
    fusion: nullable(anyText()),
  }),
  emisor,
  receptor,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 500 }),
  resumen: closed({
    totalSujetoRetencion: retenido(),
    totalIva: summaryAmount(),
    totalIvaRetenido: retenido(),
    totalLetras: nullable(text(1, 200)),
    observaciones: nullable(text(1, 3000)),
  }),
  apendice: nullable(
    Type.Array(closed({ campo: text(1, 25), etiqueta: text(1, 50), valor: text(1, 150) }), {
      minItems: 1,
      maxItems: 10,
    }),
  ),
})

export type Retencion = Static<typeof retencionV2>
