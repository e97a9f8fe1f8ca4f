/** A stored product: what a company sells, in the form of a document's line. */
import Type, { type Static } from 'typebox'
import { ItemMembers } from './dte-request.ts'
import { closed, nullable, UUID_PATTERN } from './schema.ts'

const { codigo, descripcion, precioUni, tipoItem, uniMedida, tipoVenta, tributos } =
  ItemMembers.properties

/** Body of POST /v1/products. At least one price: which one a document takes depends on its type. */
export const ProductRequest = closed({
  codigo,
  descripcion,
  /** Without IVA: for 03, 05, 06, and for 11 and 14, where none applies. */
  precioUni: Type.Optional(nullable(precioUni)),
  /** With IVA: for 01. */
  precioConIva: Type.Optional(nullable(precioUni)),
  tipoItem: Type.Optional(nullable(tipoItem)),
  uniMedida: Type.Optional(nullable(uniMedida)),
  tipoVenta: Type.Optional(nullable(tipoVenta)),
  tributos,
})
export type ProductRequest = Static<typeof ProductRequest>

/** Body of PATCH: a member replaces the stored one, null removes it. `activo` true reactivates it. */
export const ProductPatch = closed({
  ...ProductRequest.properties,
  descripcion: Type.Optional(descripcion),
  activo: Type.Optional(Type.Boolean()),
})
export type ProductPatch = Static<typeof ProductPatch>

const instant = Type.String({ format: 'date-time' })

/** 201 and 200 of POST, 200 of GET, PATCH and DELETE of one, and a row of the list. */
export const Product = closed({
  productId: Type.String({ pattern: UUID_PATTERN }),
  activo: Type.Boolean(),
  codigo: nullable(Type.String()),
  descripcion: Type.String(),
  precioUni: nullable(Type.Number()),
  precioConIva: nullable(Type.Number()),
  tipoItem: nullable(Type.Integer()),
  uniMedida: nullable(Type.Integer()),
  tipoVenta: nullable(Type.String()),
  tributos: nullable(Type.Array(Type.String())),
  createdAt: instant,
  updatedAt: instant,
})
export type Product = Static<typeof Product>

/** 200 of GET /v1/products, newest first. */
export const ProductPage = closed({
  products: Type.Array(Product),
  siguiente: nullable(Type.String()),
})
export type ProductPage = Static<typeof ProductPage>
