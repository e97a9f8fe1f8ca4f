/** Structure of 14, Factura de sujeto excluido, version 2: a purchase, so the receptor is the seller. */
import Type, { type Static } from 'typebox'
import { apendice, direccion, emisor, identificacion } from '../../estructuras/comun.ts'
import {
  anyText,
  closed,
  lineAmount,
  nullable,
  quantity,
  summaryAmount,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'

const { nit, nombre, codActividad, descActividad, telefono, codEstable, codPuntoVenta, correo } =
  emisor.properties

const emisorComprador = closed({
  nit,
  nrc: nullable(text(2, 8)),
  nombre,
  codActividad,
  descActividad,
  direccion,
  telefono,
  codEstable,
  codPuntoVenta,
  correo,
})

const receptor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(1, 20),
  nombre: text(1, 250),
  codActividad: nullable(anyText()),
  descActividad: nullable(text(5, 150)),
  direccion,
  telefono: nullable(text(8, 30)),
  correo: nullable(text(6, 100)),
})

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoItem: Type.Integer(),
  cantidad: quantity(),
  codigo: nullable(text(1, 25)),
  uniMedida: Type.Integer({ minimum: 1 }),
  descripcion: text(1, 1500),
  precioUni: lineAmount(),
  montoDescu: lineAmount(),
  compra: lineAmount(),
})

/** As in sales, except that the structure accepts a period of 0 or less. */
const pagos = nullable(
  Type.Array(
    closed({
      codigo: nullable(textUpTo(2)),
      montoPago: summaryAmount(),
      referencia: nullable(textUpTo(50)),
      plazo: nullable(anyText()),
      periodo: nullable(Type.Number()),
    }),
    { minItems: 1 },
  ),
)

const resumen = closed({
  totalCompra: summaryAmount(),
  descu: summaryAmount(),
  totalDescu: summaryAmount(),
  subTotal: summaryAmount(),
  reteRenta: summaryAmount(),
  totalPagar: summaryAmount(),
  totalLetras: nullable(text(1, 200)),
  condicionOperacion: Type.Number(),
  pagos,
  observaciones: nullable(text(1, 3000)),
})

export const sujetoExcluidoV2 = closed({
  identificacion: identificacion(2, '14'),
  emisor: emisorComprador,
  receptor,
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen,
  apendice,
})

export type SujetoExcluido = Static<typeof sujetoExcluidoV2>
