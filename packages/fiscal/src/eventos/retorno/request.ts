/** The items of a return request and their problems. Source: docs/sources.md#retorno. */
import { CERO, DECIMALS, type Monto, readMonto, toNumber } from '../../monto.ts'
import type { Problem } from '../../problem.ts'
import { tipoOf } from '../../tipos/index.ts'
import type { Disponible } from './disponible.ts'
import type { Original } from './original.ts'

/** The names are the wire's. Each item has exactly one of `cantidad` and `noGravado`. */
export interface RetornoRequest {
  readonly items: readonly ItemRetornoRequest[]
}

export interface ItemRetornoRequest {
  /** The printed line of the original, counted from 1. */
  readonly linea: number
  readonly cantidad?: number | null
  /** A charge (positive) or a credit (negative), as in the original. */
  readonly noGravado?: number | null
}

/** One parsed item. */
export type ItemRetorno =
  | { readonly linea: number; readonly forma: 'cantidad'; readonly cantidad: Monto }
  | { readonly linea: number; readonly forma: 'noGravado'; readonly noGravado: Monto }

/** A line that requests more than its balance, for the refusal. */
export interface ExcesoDeRetorno {
  readonly linea: number
  readonly solicitado: number
  readonly disponible: number
}

export interface ReadRetorno {
  readonly items: readonly ItemRetorno[]
  readonly problems: readonly Problem[]
  readonly excesos: readonly ExcesoDeRetorno[]
}

/**
 * Checks the items against the balance. Problems: an unknown line, one given twice in the same form, both forms or
 * neither, more than 8 decimals, a zero amount or the wrong sign. Excesses are reported only without problems.
 */
export function readRetorno(
  request: RetornoRequest,
  original: Original,
  balance: readonly Disponible[],
): ReadRetorno {
  const items: ItemRetorno[] = []
  const problems: Problem[] = []
  const seen = new Set<string>()
  for (const [i, item] of request.items.entries()) {
    const read = readItem(item, original, balance)
    if ('message' in read) {
      const field = `items[${i}]${read.member && `.${read.member}`}`
      problems.push({ field, rule: read.rule, message: read.message })
      continue
    }
    const key = `${read.linea} ${read.forma}`
    if (seen.has(key)) {
      const message = `La línea ${read.linea} está dos veces con ${read.forma}; sume y escríbala una sola vez.`
      problems.push({ field: `items[${i}].linea`, rule: 'MF-26', message })
    }
    seen.add(key)
    items.push(read)
  }
  if (problems.length > 0) return { items, problems, excesos: [] }
  return { items, problems, excesos: items.flatMap((item) => excesoDe(item, balance)) }
}

interface Fault {
  readonly member: '' | 'linea' | 'cantidad' | 'noGravado'
  readonly rule: string
  readonly message: string
}

function readItem(
  item: ItemRetornoRequest,
  original: Original,
  balance: readonly Disponible[],
): ItemRetorno | Fault {
  const { linea } = item
  const row = balance[linea - 1]
  if (!row) {
    const message = `El documento no tiene línea ${linea}; las suyas van de 1 a ${balance.length}.`
    return { member: 'linea', rule: 'MF-26', message }
  }
  const [cantidad, noGravado] = [item.cantidad ?? null, item.noGravado ?? null]
  if ((cantidad === null) === (noGravado === null)) {
    const message = 'Cada línea que regresa lleva cantidad o noGravado, uno solo de los dos.'
    return { member: '', rule: 'MF-26', message }
  }
  return cantidad !== null
    ? readCantidad(linea, cantidad, row)
    : readNoGravado(linea, noGravado ?? 0, { row, original })
}

function readCantidad(linea: number, given: number, row: Disponible): ItemRetorno | Fault {
  const cantidad = readMonto(given)
  if (cantidad === null) return notAnAmount('cantidad', given)
  if (cantidad <= CERO) {
    const message = 'La cantidad que regresa es mayor que 0; corríjala o quite la línea.'
    return { member: 'cantidad', rule: 'MF-26', message }
  }
  if (row.noGravado !== null) {
    const message = `La línea ${linea} es un cargo o abono sin unidades; devuélvalo con noGravado.`
    return { member: 'cantidad', rule: 'MF-26', message }
  }
  return { linea, forma: 'cantidad', cantidad }
}

function readNoGravado(
  linea: number,
  given: number,
  { row, original }: { row: Disponible; original: Original },
): ItemRetorno | Fault {
  const noGravado = readMonto(given)
  const { nombre, itemMembers } = tipoOf(original.tipoDte)
  if (itemMembers.noGravado === 'forbidden') {
    const message = `Una ${nombre.toLowerCase()} no lleva cargos ni abonos; devuelva cantidades.`
    return { member: 'noGravado', rule: 'MF-29', message }
  }
  if (noGravado === null) return notAnAmount('noGravado', given)
  if (noGravado === CERO) {
    const message = 'El cargo o abono que regresa no es 0; corríjalo o quite la línea.'
    return { member: 'noGravado', rule: 'MF-29', message }
  }
  if (row.noGravado === null) {
    const message = `La línea ${linea} no es un cargo ni un abono; devuelva su cantidad.`
    return { member: 'noGravado', rule: 'MF-29', message }
  }
  if (noGravado > CERO !== row.noGravado.vendido > CERO) {
    const kind = row.noGravado.vendido > CERO ? 'un cargo, positivo' : 'un abono, negativo'
    const message = `La línea ${linea} es ${kind}; lo que regresa lleva el mismo signo.`
    return { member: 'noGravado', rule: 'MF-29', message }
  }
  return { linea, forma: 'noGravado', noGravado }
}

function notAnAmount(member: 'cantidad' | 'noGravado', given: number): Fault {
  const message = `El valor ${given} no es un número de hasta ${DECIMALS} decimales: redondéelo.`
  return { member, rule: 'multipleOf', message }
}

function excesoDe(item: ItemRetorno, balance: readonly Disponible[]): ExcesoDeRetorno[] {
  const { linea } = item
  const row = balance[linea - 1] as Disponible
  const asked = item.forma === 'cantidad' ? item.cantidad : item.noGravado
  const left = item.forma === 'cantidad' ? row.disponible : (row.noGravado?.disponible ?? CERO)
  const exceeds = asked > CERO ? asked > left : asked < left
  return exceeds ? [{ linea, solicitado: toNumber(asked), disponible: toNumber(left) }] : []
}
