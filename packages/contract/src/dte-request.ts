/**
 * The body of POST /v1/dte (docs/wire.md#issuing): its shape only. What a shape cannot express (catalogue codes,
 * who must be identified, sums) is checked by the rules and answered 422.
 */
import Type, { type Static, type TSchema } from 'typebox'
import { Liquidacion, LiquidacionContable } from './dte-liquidacion.ts'
import { AMOUNT_LIMIT, amount, cents, FECHA, optionalText, text } from './dte-pieces.ts'
import { closed, decimal, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { TIPOS_DTE } from './words.ts'

export const Direccion = closed({
  departamento: text(2, 2),
  municipio: text(2, 2),
  distrito: text(2, 2),
  complemento: text(1, 200),
})

/** A stored customer of the company: provides the receptor's members that the request omits. */
const customerId = { customerId: Type.Optional(Type.String({ pattern: UUID_PATTERN })) }

/** The buyer of 01, 03, 05 and 06, the supplier of 07. Each type's rules say which members it requires. */
export const Receptor = closed({
  ...customerId,
  tipoDocumento: optionalText(1, 2),
  numDocumento: optionalText(1, 25),
  nrc: optionalText(1, 10),
  nombre: optionalText(1, 250),
  codActividad: optionalText(5, 6),
  descActividad: optionalText(5, 150),
  nombreComercial: optionalText(1, 150),
  direccion: Type.Optional(nullable(Direccion)),
  telefono: optionalText(8, 30),
  correo: optionalText(6, 100),
})

/** Who gets the goods of 04: somebody, or a place of the issuer's own with what is known of it. */
export const ReceptorRemision = closed({
  ...Receptor.properties,
  propio: Type.Optional(nullable(Type.Boolean())),
})

/** The buyer of 11, abroad. Its number keeps its hyphens. */
export const ReceptorExportacion = orStored({
  nombre: text(1, 250),
  tipoDocumento: optionalText(2, 2),
  numDocumento: text(1, 20),
  codPais: text(2, 2),
  nombrePais: optionalText(3, 50),
  complemento: text(1, 200),
  tipoPersona: oneOf([1, 2]),
  descActividad: text(5, 150),
  correo: text(6, 100),
  telefono: optionalText(8, 30),
  nombreComercial: optionalText(1, 150),
})

/** The donor of 15, who may live abroad; the rules say what each must have. */
export const ReceptorDonante = closed({
  ...Receptor.properties,
  codPais: optionalText(2, 2),
  codDomiciliado: Type.Optional(nullable(oneOf([1, 2]))),
})

/** The principal of 08, for whom the issuer sold. */
export const ReceptorMandante = closed({
  ...Receptor.properties,
  codDomiciliado: Type.Optional(nullable(oneOf([1, 2]))),
})

/** The affiliate of 09, to whom an administrator of cards pays. */
export const ReceptorAfiliado = closed({
  ...Receptor.properties,
  tipoEstablecimiento: optionalText(2, 2),
})

/** The seller of 14, who is not an IVA taxpayer. */
export const ReceptorSujetoExcluido = orStored({
  tipoDocumento: optionalText(2, 2),
  numDocumento: text(1, 25),
  nombre: text(1, 250),
  direccion: Direccion,
  codActividad: optionalText(5, 6),
  telefono: optionalText(8, 30),
  correo: optionalText(6, 100),
})

/** A member that the type requires may be omitted if the named stored customer has it. */
function orStored<P extends Record<string, TSchema>>(members: P) {
  const full = closed(members)
  const part = closed({ ...customerId, ...Type.Partial(full).properties })
  return Type.Unsafe<Static<typeof part>>({
    ...part,
    if: { required: ['customerId'] },
    else: { required: full.required },
  })
}

/** Any of them; `dteRequestOf` checks the type's own. */
export const AnyReceptor = closed({
  ...ReceptorRemision.properties,
  ...ReceptorDonante.properties,
  ...ReceptorAfiliado.properties,
  nombrePais: optionalText(3, 50),
  complemento: optionalText(1, 200),
  tipoPersona: Type.Optional(nullable(oneOf([1, 2]))),
})

/** The customs data of an export. The rules require the four codes for goods and refuse them for services. */
export const Exportacion = closed({
  tipoItemExpor: oneOf([1, 2]),
  recintoFiscal: optionalText(2, 2),
  tipoRegimen: optionalText(1, 10),
  regimen: optionalText(1, 13),
  incoterms: optionalText(2, 2),
  flete: Type.Optional(cents()),
  seguro: Type.Optional(cents()),
  totalNoOnerosas: Type.Optional(cents()),
})

/** More than CAT-015 has. */
const TRIBUTOS_MAX = 60

/**
 * One line. A line with `noGravado` is only a charge (positive) or a credit (negative) outside the tax base: its
 * `precioUni` is 0 or absent. Every other line needs its price. A line with `codTributo` is itself a tribute:
 * `tipoItem` 4, and its price is the amount.
 */
export const ItemMembers = closed({
  descripcion: text(1, 1500),
  cantidad: decimal(8, { exclusiveMinimum: 0, exclusiveMaximum: AMOUNT_LIMIT }),
  precioUni: Type.Optional(amount()),
  codigo: optionalText(1, 25),
  tipoItem: Type.Optional(oneOf([1, 2, 3, 4])),
  uniMedida: Type.Optional(Type.Integer({ minimum: 1, maximum: 99 })),
  tipoVenta: Type.Optional(oneOf(['gravada', 'exenta', 'no_sujeta'])),
  montoDescu: Type.Optional(amount()),
  noGravado: Type.Optional(
    decimal(8, { exclusiveMinimum: -AMOUNT_LIMIT, exclusiveMaximum: AMOUNT_LIMIT }),
  ),
  tributos: Type.Optional(nullable(Type.Array(text(2, 2), { maxItems: TRIBUTOS_MAX }))),
  codTributo: optionalText(2, 2),
  /** 05, 06: the related document that the line adjusts. */
  numeroDocumento: Type.Optional(text(1, 36)),
  /** 15: money, goods or a service, and what used goods have lost in value. */
  tipoDonacion: Type.Optional(oneOf([1, 2, 3])),
  depreciacion: Type.Optional(amount()),
})

/**
 * The same, or a stored product of the company, which provides the members that the line omits. So `descripcion`
 * may be omitted with a `productId`; completing the request adds it before anything reads it.
 */
const itemOrStored = closed({
  productId: Type.Optional(Type.String({ pattern: UUID_PATTERN })),
  ...ItemMembers.properties,
  descripcion: Type.Optional(ItemMembers.properties.descripcion),
})
export const Item = Type.Unsafe<Static<typeof ItemMembers> & { productId?: string }>({
  ...itemOrStored,
  if: { required: ['productId'] },
  else: { required: ['descripcion'] },
})

const Pago = closed({
  codigo: text(2, 2),
  montoPago: cents(),
  referencia: optionalText(1, 50),
  plazo: Type.Optional(nullable(oneOf(['01', '02', '03']))),
  periodo: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 9999 }))),
})

const IN_FULL = ['tipoDocumento', 'numeroDocumento', 'fechaEmision'] as const

/**
 * A document that a note adjusts, or that a sale comes from: one of ours by its codigoGeneracion, completed from the company's own index, or
 * any document in full.
 */
export const DocumentoRelacionado = Type.Refine(
  closed({
    codigoGeneracion: Type.Optional(Type.String({ pattern: UUID_PATTERN })),
    tipoDocumento: Type.Optional(text(2, 2)),
    numeroDocumento: Type.Optional(text(1, 36)),
    fechaEmision: Type.Optional(FECHA),
    tipoGeneracion: Type.Optional(oneOf([1, 2])),
  }),
  ({ codigoGeneracion, ...full }) =>
    codigoGeneracion === undefined
      ? IN_FULL.every((member) => full[member] !== undefined)
      : Object.keys(full).length === 0,
  () => `lleva solo codigoGeneracion, o bien ${IN_FULL.join(', ')}`,
)

/** The documents that a note adjusts or a sale comes from; the structures allow no more. */
export const DocumentosRelacionados = Type.Array(DocumentoRelacionado, {
  minItems: 1,
  maxItems: 50,
})

const RETENIDO_IN_FULL = [...IN_FULL, 'monto'] as const
const RETENIDO_BY_CODE = ['monto', 'codigoRetencion', 'ivaRetenido', 'descripcion']

/**
 * A document on which IVA is retained: the supplier's in full, or a purchase of ours (14) by its codigoGeneracion,
 * whose members come from it.
 */
export const DocumentoRetenido = Type.Refine(
  closed({
    codigoGeneracion: Type.Optional(Type.String({ pattern: UUID_PATTERN })),
    tipoDocumento: Type.Optional(text(2, 2)),
    numeroDocumento: Type.Optional(text(1, 36)),
    fechaEmision: Type.Optional(FECHA),
    tipoGeneracion: Type.Optional(oneOf([1, 2])),
    monto: Type.Optional(cents()),
    codigoRetencion: Type.Optional(text(2, 2)),
    ivaRetenido: Type.Optional(cents()),
    descripcion: optionalText(1, 1500),
  }),
  ({ codigoGeneracion, ...full }) =>
    codigoGeneracion === undefined
      ? RETENIDO_IN_FULL.every((member) => full[member] !== undefined)
      : Object.keys(full).every((member) => RETENIDO_BY_CODE.includes(member)),
  () => `lleva codigoGeneracion, o bien ${RETENIDO_IN_FULL.join(', ')}`,
)

/** What 07 has instead of items; the structure allows no more lines. */
export const Retencion = closed({
  documentos: Type.Array(DocumentoRetenido, { minItems: 1, maxItems: 500 }),
})

/** An associated document (CAT-021); the rules say which members each kind has. */
export const OtroDocumento = closed({
  codDocAsociado: oneOf([1, 2, 3, 4]),
  descDocumento: optionalText(3, 100),
  detalleDocumento: optionalText(3, 300),
  medico: Type.Optional(
    nullable(
      closed({
        nombre: text(1, 100),
        nit: optionalText(1, 20),
        docIdentificacion: optionalText(1, 25),
        tipoServicio: Type.Integer({ minimum: 1, maximum: 6 }),
      }),
    ),
  ),
  transporte: Type.Optional(
    nullable(
      closed({
        placa: optionalText(5, 70),
        modo: Type.Integer({ minimum: 1, maximum: 6 }),
        conductor: closed({ nombre: text(5, 200), documento: text(5, 100) }),
      }),
    ),
  ),
})

/** CAT-025: the title under which goods are remitted. */
export const BienTitulo = text(2, 2)

/** The caller's own reference for its sale: stored and shown, so it must be readable text. */
export const Referencia = Type.Refine(
  text(1, 100),
  (referencia) => !/[\p{Cc}\p{Cs}]/u.test(referencia),
  () => 'lleva un carácter de control o medio carácter',
)

/** More addresses than a buyer has; a list is not for campaigns. */
export const ADDRESSES_MAX = 10
export const Correos = Type.Array(text(6, 254), { minItems: 1, maxItems: ADDRESSES_MAX })

/** Whom it is sent to by mail: the receptor's address, these, or nobody. */
export const Entrega = closed({ correo: Type.Union([Type.Boolean(), Correos]) })
export type Entrega = Static<typeof Entrega>

/** The lines of what is sold or bought. */
export const Items = Type.Array(Item, { minItems: 1, maxItems: 2000 })

export const DteRequest = closed({
  tipoDte: oneOf(TIPOS_DTE),
  receptor: Type.Optional(nullable(AnyReceptor)),
  items: Type.Optional(Items),
  retencion: Type.Optional(Retencion),
  liquidacion: Type.Optional(Liquidacion),
  liquidacionContable: Type.Optional(LiquidacionContable),
  condicionOperacion: Type.Optional(oneOf([1, 2, 3])),
  plazo: Type.Optional(oneOf(['01', '02', '03'])),
  periodo: Type.Optional(Type.Integer({ minimum: 1, maximum: 9999 })),
  formaPago: Type.Optional(text(2, 2)),
  pagos: Type.Optional(Type.Array(Pago, { minItems: 1, maxItems: 99 })),
  descuentos: Type.Optional(
    closed({
      noSujetas: Type.Optional(cents()),
      exentas: Type.Optional(cents()),
      gravadas: Type.Optional(cents()),
    }),
  ),
  documentosRelacionados: Type.Optional(DocumentosRelacionados),
  fusion: optionalText(1, 20),
  origenes: Type.Optional(DocumentosRelacionados),
  bienTitulo: Type.Optional(BienTitulo),
  otrosDocumentos: Type.Optional(Type.Array(OtroDocumento, { minItems: 1, maxItems: 20 })),
  compraTercero: Type.Optional(
    nullable(closed({ numDocumento: text(1, 20), nombre: text(1, 250) })),
  ),
  numPagoElectronico: optionalText(1, 100),
  descuento: Type.Optional(cents()),
  exportacion: Type.Optional(Exportacion),
  aplicarReteRenta: Type.Optional(Type.Boolean()),
  aplicarRetencionIva: Type.Optional(Type.Boolean()),
  aplicarPercepcionIva: Type.Optional(Type.Boolean()),
  ventaTercero: Type.Optional(
    nullable(
      closed({
        nit: text(1, 20),
        nombre: text(1, 250),
        codDomiciliado: Type.Integer({ minimum: 1, maximum: 2 }),
      }),
    ),
  ),
  observaciones: optionalText(1, 3000),
  apendice: Type.Optional(
    Type.Array(closed({ campo: text(1, 25), etiqueta: text(1, 50), valor: text(1, 150) }), {
      minItems: 1,
      maxItems: 10,
    }),
  ),
  /** A rejected document whose code and number the new one takes over. */
  corrige: Type.Optional(Type.String({ pattern: UUID_PATTERN })),
  /** Unique among live documents. */
  referencia: Type.Optional(Referencia),
  entrega: Type.Optional(Entrega),
})
type Body = Static<typeof DteRequest>

/** A body as it is read: one of a type without items has none. */
export type DteRequest = Body & { items: NonNullable<Body['items']> }
