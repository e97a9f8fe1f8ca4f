/**
 * What the reader of workbooks would silently take for something else. Merged cells: it has the value in the first of
 * them alone. A formula in error, or one that nobody has computed: it has nothing there, and an absent discount or kind
 * of sale is another sale.
 */

const MERGED = /<(?:\w+:)?mergeCell\b[^>]*\bref\s*=\s*["']([A-Z]+\d+:[A-Z]+\d+)["']/
const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g
const FORMULA = /<(?:\w+:)?f\b/
/** A text may be empty, as the result of a formula too; a number may not. */
const VALUE = /<(?:\w+:)?v\b[^>]*>[^<]/
const IS_TEXT = /\bt\s*=\s*["']str["']/
const IS_ERROR = /\bt\s*=\s*["']e["']/
const ADDRESS = /\br\s*=\s*["']([A-Z]+\d+)["']/

/** What is wrong with the XML of a sheet, in words, or null. */
export function findMisread(sheet: string): string | null {
  const [, merged] = MERGED.exec(sheet) ?? []
  if (merged)
    return `tiene celdas combinadas (${merged}). Sepárelas y escriba el valor en cada una.`
  for (const [, attributes = '', content = ''] of sheet.matchAll(CELL)) {
    const [, where = 'una celda'] = ADDRESS.exec(attributes) ?? []
    if (IS_ERROR.test(attributes)) {
      return `${where} tiene un error de la hoja de cálculo. Corrija la fórmula o escriba el valor.`
    }
    if (FORMULA.test(content) && !isComputed(attributes, content)) {
      return `${where} tiene una fórmula sin calcular. Abra el archivo en la hoja de cálculo, guárdelo y repita.`
    }
  }
  return null
}

const isComputed = (attributes: string, content: string) =>
  VALUE.test(content) || (IS_TEXT.test(attributes) && /<(?:\w+:)?v\b/.test(content))
