/** An accountant's declarations for a month's income or cost, read from the parameters of a file. */
import { ANEXOS, type Anexo, type Criterio, INGRESOS, isCosto, OPERACIONES } from '@sello/fiscal'
import { LIBROS, type Libro } from './books.ts'

export const DICHOS = ['operacion', 'ingreso', 'clasificacion', 'sector', 'tipo'] as const
export type Dichos = Readonly<Record<(typeof DICHOS)[number], number | null>>

export interface DichoProblem {
  readonly field: string
  readonly message: string
}

/** The criterio of a file; or the missing, invalid or inapplicable parameters. */
export function readCriterio(
  archivo: Libro | Anexo,
  dichos: Dichos,
): { readonly criterio: Criterio } | { readonly problems: readonly DichoProblem[] } {
  const dice = (LIBROS as readonly string[]).includes(archivo)
    ? 'nada'
    : ANEXOS[archivo as Anexo].dice
  const wanted = WANTED[dice]
  const foreign = DICHOS.filter((name) => !wanted.includes(name) && dichos[name] !== null)
  const missing = wanted.filter((name) => dichos[name] === null)
  const problems = [
    ...foreign.map((field) => ({ field, message: `no va con ${archivo}; quítelo.` })),
    ...missing.map((field) => ({ field, message: `falta: ${ASKED[dice]}` })),
  ]
  if (problems.length > 0) return { problems }
  return dice === 'ingreso' ? ingresoOf(dichos) : dice === 'costo' ? costoOf(dichos) : NADA
}

const NADA = { criterio: { ingreso: null, costo: null } }
const WANTED: Readonly<Record<'nada' | 'ingreso' | 'costo', readonly (keyof Dichos)[]>> = {
  nada: [],
  ingreso: ['operacion', 'ingreso'],
  costo: ['operacion', 'clasificacion', 'sector', 'tipo'],
}
const ASKED = {
  nada: '',
  ingreso: 'los anexos 1 y 2 dicen la operación y el tipo de ingreso, que decide su contador.',
  costo:
    'el anexo 5 dice operación, clasificación, sector y tipo de costo, que decide su contador.',
}

function ingresoOf({ operacion, ingreso }: Dichos): ReturnType<typeof readCriterio> {
  const one = OPERACIONES.find((code) => code === operacion)
  const other = INGRESOS.find((code) => code === ingreso)
  const problems = [
    ...(one ? [] : [{ field: 'operacion', message: `es uno de: ${OPERACIONES.join(', ')}.` }]),
    ...(other ? [] : [{ field: 'ingreso', message: `es uno de: ${INGRESOS.join(', ')}.` }]),
  ]
  if (!one || !other) return { problems }
  return { criterio: { ingreso: { operacion: one, ingreso: other }, costo: null } }
}

function costoOf(dichos: Dichos): ReturnType<typeof readCriterio> {
  const { operacion, clasificacion, sector, tipo } = dichos
  // None is null here: what is missing was refused before.
  const costo = {
    operacion: Number(operacion),
    clasificacion: Number(clasificacion),
    sector: Number(sector),
    tipo: Number(tipo),
  }
  if (isCosto(costo)) return { criterio: { ingreso: null, costo } }
  const message =
    'no van juntos: operación 1 a 4; clasificación 1 (costo) con tipo 4 o 5 (6 y 7 solo en el sector 1), o 2 (gasto) con tipo 1 a 3; sector 1 a 4; o los cuatro 8, o los cuatro 9.'
  return { problems: [{ field: 'operacion', message }] }
}
