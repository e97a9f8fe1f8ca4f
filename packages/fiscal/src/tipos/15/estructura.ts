/**
 * Structure of 15, Comprobante de donación, version 2: the issuer is the donee, the receptor the donor. Its
 * identification has no members for a contingency.
 */
import Type, { type Static } from 'typebox'
import * as comun from '../../estructuras/comun.ts'
import {
  anyText,
  closed,
  lineAmount,
  nullable,
  oneOf,
  quantity,
  summaryAmount,
  text,
  textUpTo,
} from '../../estructuras/schema.ts'
import { sinContingencia } from '../sin-contingencia.ts'

const identificacion = sinContingencia(comun.identificacion(2, '15').properties)
const { nit: _, nrc: __, ...deEmisor } = comun.emisor.properties

const emisor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(9, 14),
  nrc: nullable(text(2, 8)),
  ...deEmisor,
})

const receptor = closed({
  tipoDocumento: anyText(),
  numDocumento: text(1, 20),
  nrc: nullable(text(2, 8)),
  nombre: text(1, 250),
  codActividad: nullable(text(5, 6)),
  descActividad: nullable(text(1, 150)),
  direccion: nullable(comun.direccion),
  telefono: nullable(text(8, 30)),
  correo: nullable(text(6, 100)),
  codDomiciliado: Type.Integer(),
  codPais: anyText(),
})

const linea = closed({
  numItem: Type.Integer({ minimum: 1, maximum: 2000 }),
  tipoDonacion: Type.Integer(),
  cantidad: quantity(),
  codigo: nullable(text(1, 25)),
  uniMedida: Type.Integer(),
  descripcion: text(1, 1500),
  /** An amount, in spite of its name. */
  tipoDepreciacion: lineAmount(),
  valorUni: lineAmount(),
  valor: lineAmount(),
})

export const donacionV2 = closed({
  identificacion: closed({ ...identificacion, tipoOperacion: oneOf([1]) }),
  emisor,
  receptor,
  otrosDocumentos: Type.Array(
    closed({
      codDocAsociado: nullable(Type.Integer()),
      descDocumento: nullable(text(3, 100)),
      detalleDocumento: nullable(text(3, 300)),
    }),
    { minItems: 1, maxItems: 10 },
  ),
  cuerpoDocumento: Type.Array(linea, { minItems: 1, maxItems: 2000 }),
  resumen: closed({
    valorTotal: summaryAmount(),
    totalLetras: nullable(text(1, 200)),
    pagos: nullable(
      Type.Array(
        closed({
          codigo: nullable(textUpTo(2)),
          montoPago: summaryAmount(),
          referencia: nullable(textUpTo(50)),
        }),
        { minItems: 1 },
      ),
    ),
  }),
  apendice: nullable(
    Type.Array(closed({ campo: text(1, 25), etiqueta: text(1, 50), valor: text(1, 150) }), {
      minItems: 1,
      maxItems: 10,
    }),
  ),
})

export type Donacion = Static<typeof donacionV2>
