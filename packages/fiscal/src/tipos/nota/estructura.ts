/**
 * Shared by the structures of the notes (05 and 06, version 4). Each line of a note names the document that it
 * adjusts; a note has neither global discounts nor payments, and its issuer states no establishment.
 */
import Type from 'typebox'
import * as comun from '../../estructuras/comun.ts'
import {
  anyText,
  closed,
  lineAmount,
  nullable,
  pattern,
  quantity,
  signedAmount,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'

/** With the NIT of an absorbed company. */
export function identificacion<T extends string>(tipoDte: T, nitAbsorbido: string) {
  return closed({
    ...comun.identificacion(4, tipoDte).properties,
    fusion: nullable(pattern(nitAbsorbido, 14)),
  })
}

export const documentoRelacionado = Type.Array(comun.relacionado, { minItems: 1, maxItems: 50 })

const { nit, nombre, codActividad, descActividad, nombreComercial, direccion, telefono } =
  comun.emisor.properties

export const emisor = closed({
  nit,
  nrc: nullable(text(2, 8)),
  nombre,
  codActividad,
  descActividad,
  nombreComercial,
  direccion,
  telefono,
  correo: text(1, 100),
})

export const receptor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(1, 20),
  nrc: nullable(text(2, 8)),
  nombre: text(1, 250),
  codActividad: text(5, 6),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  direccion: comun.direccion,
  telefono: nullable(text(8, 30)),
  correo: nullable(text(1, 100)),
})

/** totalIva is for notes on a comprobante de retención (07). */
export const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoItem: Type.Integer(),
  numeroDocumento: text(1, 36),
  cantidad: quantity(),
  codigo: nullable(text(1, 25)),
  codTributo: nullable(text(2, 2)),
  uniMedida: Type.Integer({ minimum: 1, maximum: 99 }),
  descripcion: text(1, 1500),
  precioUni: lineAmount(),
  montoDescu: lineAmount(),
  ventaNoSuj: lineAmount(),
  ventaExenta: lineAmount(),
  ventaGravada: lineAmount(),
  tributos: comun.tributosDeLinea,
  noGravado: signedAmount(8),
  ivaPerci: lineAmount(),
  totalIva: lineAmount(),
  ivaRete: lineAmount(),
})

export const observaciones = nullable(textUpTo(3000))
export const codigoRetencionMH = nullable(textUpTo(2))

export const apendice = nullable(
  Type.Array(closed({ campo: text(2, 25), etiqueta: text(3, 50), valor: text(1, 150) }), {
    minItems: 1,
    maxItems: 10,
  }),
)
