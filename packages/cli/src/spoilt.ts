/** What spreadsheets make of values that they take for something else. */

/** A NIT or a DUI that lost its first zero, or was written with an exponent: it would pass as another document. */
export const isSpoiltNumber = (numDocumento: string): boolean =>
  /^(\d{8}|\d{13})$|^\d[.,]\d+E\+\d+$/i.test(numDocumento)

export const spoiltNumberMessage = (numDocumento: string): string =>
  `"${numDocumento}" parece un NIT o un DUI que la hoja de cálculo cambió: quita los ceros de la izquierda. Escríbalo con guiones, o dé a la columna formato de texto, o diga su tipoDocumento.`

const ERROR =
  /^#(N\/[AD]|[¡¿]?(REF|VALOR|VALUE|DIV\/0|NUM|NULO|NULL|NOMBRE|NAME|CAMPO|FIELD|CALC|CÁLC|SPILL|DESBORDAMIENTO)[!?])$/i

/** `#N/D`, `#¡REF!`: a formula that came to nothing. */
export const isErrorValue = (text: string): boolean => ERROR.test(text)

export const errorValueMessage = (text: string): string =>
  `dice ${text}, que es un error de la hoja de cálculo: corrija la fórmula o escriba el valor.`
