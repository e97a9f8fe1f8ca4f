/**
 * `explicacion` of GET /v1/dte/{codigoGeneracion}?explica=totales: how every amount of a document came
 * about. Amounts are decimal texts, as the document writes them.
 */
import Type from 'typebox'
import { closed, nullable, oneOf } from './schema.ts'

const text = Type.String()

/** What entered a formula; of a sum, the lines that added to it, counted from 1. */
const Entrada = closed({
  nombre: text,
  valor: text,
  lineas: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
})

const Explicado = closed({
  /** A member of the line or of the summary, `tributos[20]` of its tributes, or a value between them. */
  importe: text,
  valor: text,
  /** What the document says of it; null: it has no place there. */
  enDocumento: nullable(text),
  formula: text,
  entradas: Type.Array(Entrada),
  /** What was rounded, half up, and to how many decimals; null: the formula is exact. */
  redondeo: nullable(closed({ decimales: oneOf([2, 8]), exacto: text })),
  /** The section of docs/sources.md that says so. */
  fuente: text,
})

export const Explicacion = closed({
  lineas: Type.Array(
    closed({ numItem: Type.Integer({ minimum: 1 }), importes: Type.Array(Explicado) }),
  ),
  totales: Type.Array(Explicado),
})

/** What `explica` can ask to be explained. */
export const EXPLICABLES = ['totales'] as const
