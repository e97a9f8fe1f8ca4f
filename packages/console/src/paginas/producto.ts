/** The stored data of a product, from its panel or from a row of a spreadsheet. */
import { leerNumero, PREGUNTA } from '../emitir/numero.ts'
import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import type { CsvRow } from './importar.tsx'

const PRECIOS = ['precioUni', 'precioConIva'] as const
type Precio = (typeof PRECIOS)[number]
type Precios = Readonly<Record<Precio, number | null>>

/** Both prices as they were written, an empty one as none; or which one is not understood, by its name. */
export function preciosDe(
  text: (name: Precio) => string,
  names: Readonly<Record<Precio, string>>,
): Precios | string {
  const precios: Record<Precio, number | null> = { precioUni: null, precioConIva: null }
  for (const name of PRECIOS) {
    const leido = leerNumero(text(name))
    if (leido.kind === 'duda') return `${names[name]}: ${PREGUNTA(leido.propuesta)}`
    if (leido.kind === 'invalido') return `${names[name]} no es un número como 1250.50.`
    if (leido.kind === 'numero') precios[name] = leido.valor
  }
  return precios
}

const OF_THE_FILE = { precioUni: 'precioUni', precioConIva: 'precioConIva' } as const

/** The body for one row, or its problem. Empty members are omitted. */
export function productoDeFila(row: CsvRow): object | string {
  const { codigo, descripcion, uniMedida, tipoVenta } = row
  const precios = preciosDe((name) => row[name] ?? '', OF_THE_FILE)
  if (typeof precios === 'string') return precios
  if (uniMedida && !isUnidad(uniMedida)) return 'uniMedida es un código de CAT-014, como 59.'
  return {
    descripcion,
    ...(codigo ? { codigo } : {}),
    ...(uniMedida ? { uniMedida: Number(uniMedida) } : {}),
    ...(tipoVenta ? { tipoVenta } : {}),
    ...Object.fromEntries(Object.entries(precios).filter(([, precio]) => precio !== null)),
  }
}

const isUnidad = (text: string) =>
  /^\d+$/.test(text) && Object.hasOwn(UNIDADES_MEDIDA, String(Number(text)))
