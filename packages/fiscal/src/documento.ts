/**
 * What rules and steps of several types read of a document: the ministry's structures with a Monto in every amount
 * member. The union of all documents is in tipos/index.ts.
 */
import type { Static } from 'typebox'
import type { emisor, identificacion } from './estructuras/comun.ts'
import type { Monto } from './monto.ts'
import type { Factura } from './tipos/01/estructura.ts'
import type { CreditoFiscal } from './tipos/03/estructura.ts'
import type { NotaCredito } from './tipos/05/estructura.ts'
import type { NotaDebito } from './tipos/06/estructura.ts'

/** The issuer section of documents. */
export type Emisor = Static<typeof emisor>

/** The identification that all types share. */
export type IdentificacionComun = Static<ReturnType<typeof identificacion<number, string>>>

type DeContingencia = Pick<IdentificacionComun, 'tipoContingencia' | 'motivoContin'>

/** The sections of every document. */
export interface DocumentoComun {
  /** Types that may not be issued in contingency have no members for it. */
  readonly identificacion: Omit<IdentificacionComun, keyof DeContingencia> & Partial<DeContingencia>
  /** A donee has a kind and a number of its identity document in place of `nit`. */
  readonly emisor: Omit<
    Emisor,
    'nit' | 'nrc' | 'telefono' | 'nombreComercial' | 'codEstable' | 'codPuntoVenta'
  > & {
    readonly nit?: string
    readonly nrc: string | null
    readonly telefono: string | null
  }
  /** Lines, or one record with all amounts and no summary (09). */
  readonly cuerpoDocumento: object
  readonly resumen?: object
}

/** Documents whose issuer has a NIT, in either model of transmission. */
export interface DocumentoDeContribuyente extends DocumentoComun {
  readonly identificacion: IdentificacionComun
  readonly emisor: DocumentoComun['emisor'] & Pick<Emisor, 'nit'>
}

/** Documents with an establishment in their issuer section. */
export interface DocumentoDeEstablecimiento extends DocumentoDeContribuyente {
  readonly emisor: DocumentoDeContribuyente['emisor'] & Pick<Emisor, 'codEstable' | 'codPuntoVenta'>
}

/** The same sections, whatever the type's code. */
type Secciones<D extends DocumentoComun> = Omit<D, 'identificacion'> & {
  readonly identificacion: Omit<D['identificacion'], 'tipoDte' | 'version'> & IdentificacionComun
}

/** Domestic sales, which several rules and steps are written for. */
export type DocumentoDeVenta = Secciones<Factura> | Secciones<CreditoFiscal>

/** Documents that adjust earlier ones. */
export type Nota = Secciones<NotaCredito> | Secciones<NotaDebito>

/** The document parsed from JSON, where every Monto is a number. */
export type Plain<T> = T extends Monto
  ? number
  : T extends readonly (infer Item)[]
    ? Plain<Item>[]
    : T extends object
      ? { [K in keyof T]: Plain<T[K]> }
      : T

/** CAT-001: 00 test, 01 production. */
export type CodigoAmbiente = IdentificacionComun['ambiente']
