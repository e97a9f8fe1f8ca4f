/** Faults that no request survives: a member of the wrong kind, too large or too fine, or a code that no catalogue has. */
import type { Dice } from '../crash/dice.ts'
import { type Json, type Mutated, placesIn, put, valueAt } from './mutations.ts'

/** The member's new value; undefined: the fault does not fit it. */
export type Fault = (value: Json, name: string) => Json | undefined

/** By the member's name: a value that no law or catalogue knows. */
// biome-ignore format: a table
const UNKNOWN: Readonly<Record<string, Json>> = {
  tipoDte: '99', tipoVenta: 'otra', correo: 'sin arroba', codActividad: '00000', codPais: 'ZZ', departamento: '77', municipio: '77',
  distrito: '77', tributos: ['ZZ'], uniMedida: 777, tipoItem: 9, tipoDocumento: '77', fechaEmision: '2026-02-30', fecha: '2026-02-30',
  desde: '', hasta: '', condicionOperacion: 9, bienTitulo: '77', tipoDonacion: 9, cantidad: -1, precioUni: -1, valorOperaciones: -1,
  recintoFiscal: '777', tipoItemExpor: 9, incoterms: '777', codigoRetencion: 'ZZ', formaPago: '77', plazo: '77', periodo: -1,
}

const FAULTS: readonly Fault[] = [
  (value) => (typeof value === 'object' ? 7 : {}), // another kind of value
  (value) => (typeof value === 'string' ? 'y'.repeat(4_000) : undefined),
  (value) => (typeof value === 'number' ? 1e13 : undefined),
  (value) => (typeof value === 'number' ? 1e-9 : undefined),
  (value) =>
    typeof value === 'object' && !Array.isArray(value) ? { ...value, desconocido: 1 } : undefined,
]

const isItem = (value: Json): value is { [member: string]: Json } =>
  typeof value === 'object' && value !== null && 'precioUni' in value

/** Well-formed, and against the law of documents: nothing is discounted beyond its price. */
export const OF_DOCUMENTS: readonly Fault[] = [
  (value) => (isItem(value) ? { ...value, montoDescu: 10_000_000_000 } : undefined),
  (_, name) => UNKNOWN[name],
]

/** Well-formed, and against the law of special operations. */
export const OF_OPERACIONES: readonly Fault[] = [
  (value, name) => (name === 'cantidad' ? Number(value) + 1 : undefined),
  (_, name) => (name === 'hasta' ? 'OTRA-SERIE-1' : undefined),
  (value, name) => (name === 'desde' ? `${value}9999999` : undefined),
  (_, name) => (name === 'fecha' ? '2026-06-30' : undefined), // more than three months before
  (_, name) => (name === 'fecha' ? '2026-10-06' : undefined), // tomorrow
  (value) => (isItem(value) ? { ...value, total: 1 } : undefined),
  (value, name) =>
    name === 'items' && Array.isArray(value) ? [...value, value[0] ?? null] : undefined,
  (value) =>
    isItem(value) ? { ...value, anulaDe: '4F0A1B2C-3D4E-4F5A-8B6C-7D8E9F0A1B2C' } : undefined,
]

/** A copy with one fault, half of the time one of `law`. A member that is null says nothing, and has none. */
export function breakOne(request: object, law: readonly Fault[], dice: Dice): Mutated {
  const copy = structuredClone(request) as Json
  for (;;) {
    const fault = dice.pick(dice.pick([FAULTS, law]))
    const places = [...placesIn(copy, '')].filter((member) => {
      const value = valueAt(member)
      return value !== null && fault(value, String(member.key)) !== undefined
    })
    if (places.length === 0) continue
    const member = dice.pick(places)
    const value = fault(valueAt(member), String(member.key)) as Json
    put(member, value)
    return {
      request: copy,
      path: member.path,
      how: `${member.path} = ${JSON.stringify(value).slice(0, 60)}`,
    }
  }
}
