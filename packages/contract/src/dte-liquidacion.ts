/** What a request for a liquidation has in place of items (docs/wire.md#requests). */
import Type from 'typebox'
import { amount, cents, FECHA, optionalText, text } from './dte-pieces.ts'
import { closed, decimal, nullable, oneOf, UUID_PATTERN } from './schema.ts'

/** 09: one period's card operations of an affiliate, and what is kept of them. */
export const LiquidacionContable = closed({
  desde: FECHA,
  hasta: FECHA,
  codigo: optionalText(1, 30),
  cantidadDocumentos: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 999_999_999 }))),
  valorOperaciones: cents(),
  sinPercepcion: Type.Optional(nullable(closed({ monto: cents(), descripcion: text(1, 100) }))),
  comision: Type.Optional(nullable(cents())),
  porcentajeComision: Type.Optional(nullable(decimal(2, { minimum: 0, maximum: 100 }))),
  responsable: closed({
    nombre: text(1, 100),
    documento: text(1, 25),
    codEmpleado: optionalText(1, 15),
  }),
})

const IN_FULL = ['tipoDocumento', 'numeroDocumento', 'fechaEmision'] as const
const BY_CODE = ['invalidado', 'observaciones']

/**
 * A document that is liquidated: one of ours by its codigoGeneracion, whose amounts come from it, or any document in
 * full.
 */
const DocumentoLiquidado = Type.Refine(
  closed({
    codigoGeneracion: Type.Optional(Type.String({ pattern: UUID_PATTERN })),
    tipoDocumento: Type.Optional(text(2, 2)),
    numeroDocumento: Type.Optional(text(1, 36)),
    fechaEmision: Type.Optional(FECHA),
    tipoGeneracion: Type.Optional(oneOf([1, 2])),
    invalidado: Type.Optional(Type.Boolean()),
    ventaNoSuj: Type.Optional(amount()),
    ventaExenta: Type.Optional(amount()),
    ventaGravada: Type.Optional(amount()),
    exportaciones: Type.Optional(amount()),
    tributos: Type.Optional(
      Type.Array(closed({ codigo: text(2, 2), valor: cents() }), { maxItems: 10 }),
    ),
    ivaPercibido: Type.Optional(cents()),
    observaciones: optionalText(1, 1000),
  }),
  ({ codigoGeneracion, ...full }) =>
    codigoGeneracion === undefined
      ? IN_FULL.every((member) => full[member] !== undefined)
      : Object.keys(full).every((member) => BY_CODE.includes(member)),
  () => `lleva codigoGeneracion, o bien ${IN_FULL.join(', ')} y sus montos`,
)

/** 08: what was sold for one principal in a month. Without `documentos` the service gathers them. */
export const Liquidacion = closed({
  periodo: Type.String({ pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
  documentos: Type.Optional(Type.Array(DocumentoLiquidado, { minItems: 1, maxItems: 500 })),
})
