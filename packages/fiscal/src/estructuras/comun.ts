/**
 * The sections that the V2.0 structures of several types share, member by member in the ministry's
 * order. Source: docs/sources.md#structures.
 */
import Type from 'typebox'
import {
  anyText,
  closed,
  fecha,
  nullable,
  oneOf,
  oneOfOrNull,
  pattern,
  summaryAmount,
  text,
  textUpTo,
} from './schema.ts'

export const CODIGO_GENERACION = '^[A-F0-9]{8}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{4}-[A-F0-9]{12}$'
/** Two digits for the seconds; the published pattern accepts one by mistake. */
export const HORA = '^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]$'

export function identificacion<V extends number, T extends string>(version: V, tipoDte: T) {
  return closed({
    version: Type.Literal(version),
    ambiente: oneOf(['00', '01']),
    tipoDte: Type.Literal(tipoDte),
    numeroControl: pattern(`^DTE-${tipoDte}-[MBSP][0-9]{3}P[0-9]{3}-[0-9]{15}$`, 31),
    codigoGeneracion: pattern(CODIGO_GENERACION, 36),
    tipoModelo: oneOf([1, 2]),
    tipoOperacion: oneOf([1, 2]),
    tipoContingencia: oneOfOrNull([1, 2, 3, 4, 5]),
    motivoContin: nullable(text(1, 500)),
    fecEmi: fecha(),
    horEmi: pattern(HORA, 8),
    tipoMoneda: oneOf(['USD']),
  })
}

export const direccion = closed({
  departamento: anyText(),
  municipio: anyText(),
  distrito: anyText(),
  complemento: text(1, 200),
})

/** The issuer of 01 and 03. A NIT has at most 14 digits. */
export const emisor = closed({
  nit: textUpTo(14),
  nrc: text(2, 8),
  nombre: text(1, 250),
  codActividad: text(5, 6),
  descActividad: text(5, 150),
  nombreComercial: nullable(text(1, 150)),
  direccion,
  telefono: text(8, 30),
  correo: text(6, 100),
  codEstable: nullable(text(4, 4)),
  codPuntoVenta: nullable(text(1, 15)),
})

export const relacionado = closed({
  tipoDocumento: anyText(),
  tipoGeneracion: Type.Integer(),
  numeroDocumento: text(1, 36),
  fechaEmision: fecha(),
})

export const documentosRelacionados = nullable(
  Type.Array(relacionado, { minItems: 1, maxItems: 50 }),
)

/** Other documents of the operation, such as a physician's. */
export const otrosDocumentos = nullable(
  Type.Array(
    closed({
      codDocAsociado: nullable(Type.Integer({ minimum: 1, maximum: 4 })),
      descDocumento: nullable(text(3, 100)),
      detalleDocumento: nullable(text(3, 300)),
      medico: nullable(
        closed({
          nombre: nullable(text(1, 100)),
          nit: nullable(anyText()),
          docIdentificacion: nullable(text(1, 25)),
          tipoServicio: Type.Integer({ minimum: 1, maximum: 6 }),
        }),
      ),
    }),
    { minItems: 1, maxItems: 10 },
  ),
)

export const ventaTercero = nullable(
  closed({
    nit: nullable(text(1, 20)),
    nombre: text(1, 250),
    codDomiciliado: nullable(Type.Integer()),
  }),
)

/** The codes of a line's tributes. */
export const tributosDeLinea = nullable(Type.Array(text(2, 2), { minItems: 1, uniqueItems: true }))

export const tributos = nullable(
  Type.Array(closed({ codigo: text(2, 2), descripcion: text(1, 300), valor: summaryAmount() }), {
    uniqueItems: true,
  }),
)

export const pagos = nullable(
  Type.Array(
    closed({
      codigo: nullable(textUpTo(2)),
      montoPago: summaryAmount(),
      referencia: nullable(textUpTo(50)),
      plazo: nullable(anyText()),
      periodo: nullable(Type.Number({ exclusiveMinimum: 0 })),
    }),
    { minItems: 1 },
  ),
)

export const apendice = nullable(
  Type.Array(closed({ campo: textUpTo(25), etiqueta: textUpTo(50), valor: textUpTo(150) }), {
    minItems: 1,
    maxItems: 10,
  }),
)
