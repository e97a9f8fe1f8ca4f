/** What a document that is liquidated (08) has besides the columns of its line. */

/** Each amount is positive, and its sign follows from the document. */
export interface Liquidado {
  readonly exento: string
  readonly noSujeto: string
  /** Of a return event; an export has its amount in the column. */
  readonly exportado: string
  readonly percibido: string
  /** By the code of CAT-015. */
  readonly tributos: Readonly<Record<string, string>>
  /** It stands in an earlier liquidation, and takes back. */
  readonly invalidado: boolean
  /** The company's own, whose amounts nobody types. */
  readonly propio: boolean
}

export const LIQUIDADO_VACIO: Liquidado = {
  ...{ exento: '', noSujeto: '', exportado: '', percibido: '', tributos: {} },
  ...{ invalidado: false, propio: false },
}
