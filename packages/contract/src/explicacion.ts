/**
 * `explicacion` of GET /v1/dte/{codigoGeneracion}?explica=totales: how every amount of a document was computed.
 * Amounts are decimal texts, as in the document.
 */
import Type from 'typebox'
import { closed, nullable, oneOf } from './schema.ts'

const text = Type.String()

/** An operand of a formula; for a sum, the lines that it adds, counted from 1. */
const Entrada = closed({
  nombre: text,
  valor: text,
  lineas: Type.Optional(Type.Array(Type.Integer({ minimum: 1 }))),
})

const Explicado = closed({
  /** A member of the line or of the summary, `tributos[20]` of its tributes, or an intermediate value. */
  importe: text,
  valor: text,
  /** The value in the document; null: it is not a member. */
  enDocumento: nullable(text),
  formula: text,
  entradas: Type.Array(Entrada),
  /** What was rounded, half up, and to how many decimals; null: the formula is exact. */
  redondeo: nullable(closed({ decimales: oneOf([2, 8]), exacto: text })),
  /** The section of docs/sources.md with the rule. */
  fuente: text,
})

export const Explicacion = closed({
  lineas: Type.Array(
    closed({ numItem: Type.Integer({ minimum: 1 }), importes: Type.Array(Explicado) }),
  ),
  totales: Type.Array(Explicado),
})

/** What `explica` can request. */
export const EXPLICABLES = ['totales'] as const
