/**
 * A stored customer: one shape for all document types, with the members of every receptor. A type's
 * requirements are checked when a document is issued.
 */
import Type, { type Static, type TSchema } from 'typebox'
import { AnyReceptor, Direccion } from './dte-request.ts'
import { closed, nullable, UUID_PATTERN } from './schema.ts'

const {
  customerId: _,
  nombre: __,
  propio: ___,
  codDomiciliado: ____,
  tipoEstablecimiento: _____,
  ...members
} = AnyReceptor.properties

/** The caller's own id for it: shown, so it must be readable text. */
const externalId = Type.Refine(
  Type.String({ minLength: 1, maxLength: 100 }),
  (text) => !/[\p{Cc}\p{Cs}]/u.test(text),
  () => 'lleva un carácter de control o medio carácter',
)

/** Body of POST /v1/customers, and the form of a customer after every PATCH. */
export const CustomerRequest = closed({
  externalId: Type.Optional(nullable(externalId)),
  nombre: Type.String({ minLength: 1, maxLength: 250 }),
  ...members,
})
export type CustomerRequest = Static<typeof CustomerRequest>

/**
 * Body of PATCH: a JSON merge patch (RFC 7396). A member replaces the stored one, null removes it, `direccion` is
 * merged member by member. `activo` true reactivates a customer.
 */
export const CustomerPatch = closed({
  externalId: Type.Optional(nullable(externalId)),
  nombre: Type.Optional(nullable(CustomerRequest.properties.nombre)),
  ...members,
  direccion: Type.Optional(nullable(closed(eachNullable(Direccion.properties)))),
  activo: Type.Optional(Type.Boolean()),
})
export type CustomerPatch = Static<typeof CustomerPatch>

const instant = Type.String({ format: 'date-time' })
const text = nullable(Type.String())

/** What a list shows of a customer, without decrypting anything. */
const row = {
  customerId: Type.String({ pattern: UUID_PATTERN }),
  externalId: text,
  activo: Type.Boolean(),
  nombre: Type.String(),
  tipoDocumento: text,
  numDocumento: text,
}
const dates = { createdAt: instant, updatedAt: instant }

/** 201 and 200 of POST, 200 of GET, PATCH and DELETE of one. Null: not stated. */
export const Customer = closed({
  ...row,
  nrc: text,
  codActividad: text,
  descActividad: text,
  nombreComercial: text,
  direccion: nullable(Direccion),
  telefono: text,
  correo: text,
  codPais: text,
  nombrePais: text,
  complemento: text,
  tipoPersona: nullable(Type.Integer()),
  ...dates,
})
export type Customer = Static<typeof Customer>

export const CustomerRow = closed({ ...row, ...dates })
export type CustomerRow = Static<typeof CustomerRow>

/** 200 of GET /v1/customers, newest first. */
export const CustomerPage = closed({
  customers: Type.Array(CustomerRow),
  siguiente: nullable(Type.String()),
})
export type CustomerPage = Static<typeof CustomerPage>

function eachNullable(properties: Readonly<Record<string, TSchema>>) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
  )
}
