/** Parameters of the query and of the path. */
import { shown } from '../../base/json/shape.ts'
import { refuseFields } from '../http/body.ts'

/** 400 for an unknown or repeated parameter; absent ones are null. */
export function readParameters<const Name extends string>(
  query: object,
  names: readonly Name[],
): Readonly<Record<Name, string | null>> {
  const problems = Object.entries(query).flatMap(([field, value]) => {
    if (!(names as readonly string[]).includes(field)) {
      return [{ field: shown(field), message: 'no es un parámetro de esta ruta; quítelo.' }]
    }
    return typeof value === 'string' ? [] : [{ field, message: 'va una sola vez.' }]
  })
  if (problems.length > 0) refuseFields(problems)
  const given = new Map(Object.entries(query))
  const read = names.map((name) => [name, given.get(name) ?? null])
  return Object.fromEntries(read) as Record<Name, string | null>
}

/** A whole number within bounds, or null when absent. 400 for anything else. */
export function readInteger(
  field: string,
  text: string | null | undefined,
  { min, max }: { readonly min: number; readonly max: number },
): number | null {
  if (text == null) return null
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  const range = Number.isFinite(max) ? `de ${min} a ${max}` : `desde ${min}`
  return refuseFields([{ field, message: `debe ser un número entero ${range}.` }])
}

/** One of several values, or null when absent. 400 for any other. */
export function readWord<const Word extends string>(
  field: string,
  text: string | null | undefined,
  words: readonly Word[],
): Word | null {
  if (text == null) return null
  const word = words.find((one) => one === text)
  return word ?? refuseFields([{ field, message: `debe ser uno de: ${words.join(', ')}.` }])
}

/** A date, or null when absent. 400 for a date that does not exist. */
export function readDate(field: string, text: string | null | undefined): string | null {
  if (text == null || isDate(text)) return text ?? null
  return refuseFields([{ field, message: NO_DATE }])
}

export const NO_DATE = 'debe ser una fecha que exista, como AAAA-MM-DD.'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id in the path, in small letters. 400 for another format. */
export function readUuid(params: Readonly<Record<string, string>>, field: string): string {
  const { [field]: id = '' } = params
  if (UUID.test(id)) return id.toLowerCase()
  return refuseFields([{ field, message: 'debe tener la forma de un UUID.' }])
}

/** A calendar day; refuses 2026-02-30 and the year 0. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text)
}

/** The codigoGeneracion in the path of a route, in capitals, as on the wire. 400 for another format. */
export const readCode = (
  params: Readonly<Record<string, string>>,
  field = 'codigoGeneracion',
): string => readUuid(params, field).toUpperCase()
