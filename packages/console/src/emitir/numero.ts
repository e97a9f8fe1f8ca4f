/** Numbers as people type them: accepts `1,250.50`, asks about `2,5`, refuses anything else. */

export type Leido =
  | { readonly kind: 'vacio' }
  | { readonly kind: 'numero'; readonly valor: number; readonly texto: string }
  | { readonly kind: 'duda'; readonly propuesta: string }
  | { readonly kind: 'invalido' }

const PLAIN = /^\d+(\.\d*)?$|^\.\d+$/
const GROUPED = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const COMMA = /^\d+,\d{1,2}$|^\d+,\d{4,}$/

/** Parses the text of a cell. Ignores a `$` and surrounding spaces. */
export function leerNumero(written: string): Leido {
  const text = written
    .trim()
    .replace(/^\$\s*/, '')
    .replaceAll(/\s/g, '')
  if (text === '') return { kind: 'vacio' }
  if (PLAIN.test(text)) return numero(text)
  if (GROUPED.test(text)) return numero(text.replaceAll(',', ''))
  if (COMMA.test(text)) return { kind: 'duda', propuesta: text.replace(',', '.') }
  return { kind: 'invalido' }
}

function numero(texto: string): Leido {
  const valor = Number(texto)
  // The JSON number must equal what was typed: refuses what a double cannot hold exactly.
  return Number.isFinite(valor) && digits(texto) === digits(String(valor))
    ? { kind: 'numero', valor, texto }
    : { kind: 'invalido' }
}

/** Significant digits and exponent, so that `1.10` and `1.1` are the same. */
function digits(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = (whole + fraction).replace(/^0+/, '')
  const significant = all.replace(/0+$/, '')
  return `${significant}e${significant === '' ? 0 : Number(exponent) - fraction.length + (all.length - significant.length)}`
}

/** A discount: an amount, or `10%` of the line. */
export function leerDescuento(
  written: string,
): Leido | { readonly kind: 'porcentaje'; readonly valor: number } {
  const text = written.trim()
  if (!text.endsWith('%')) return leerNumero(text)
  const read = leerNumero(text.slice(0, -1))
  if (read.kind !== 'numero') return read
  return read.valor <= 100 ? { kind: 'porcentaje', valor: read.valor } : { kind: 'invalido' }
}

export const PREGUNTA = (propuesta: string) => `¿${propuesta}? Escriba el punto decimal.`
