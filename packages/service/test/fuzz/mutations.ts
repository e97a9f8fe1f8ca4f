/** One thing wrong with a request, anywhere in it. */
import type { Dice } from '../crash/dice.ts'

export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }

export interface Mutated {
  readonly request: Json
  /** The member that was touched: `items[2].cantidad`. */
  readonly path: string
  readonly how: string
}

export interface MemberRef {
  readonly holder: Json[] | { [member: string]: Json }
  readonly key: string | number
  readonly path: string
}

// biome-ignore format: a table
const VALUES: readonly Json[] = [
  null, '', ' ', '.', 'x', 'XX', '99', '00', '20', 'C3', 'D1', 'D4', 'EX-2', 'SV', 'nadie@localhost', '0000000000',
  '2026-02-30', '2027-01-01', '2020-01-01', '\u0000', '\u202e abc', 'a\nb', 'é'.repeat(400), 'y'.repeat(4_000),
  '4f0a1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c', '06140101900019', '00000000-0', '11111111111111', 'Ñandú 1',
  0, -1, 1, 2, 3, 4, 5, 13, 22, 59, 98, 99, 100, 0.01, 0.005, 1e-8, 1e-9, 1095, 99_999_999_999, 1e12, -0.01, 1.5,
  true, false, [], {}, [null], [{}], ['20'], ['59', '59'], { x: 1 },
]

/** Members that some request has, for where they are not. */
// biome-ignore format: a table
const MEMBERS: readonly (readonly [string, Json])[] = [
  ['receptor', null], ['receptor', { nombre: 'Ana' }], ['formaPago', '99'], ['formaPago', '02'], ['plazo', '01'], ['periodo', 30],
  ['condicionOperacion', 2], ['condicionOperacion', 3], ['pagos', [{ codigo: '99', montoPago: 1 }]],
  ['descuentos', { gravadas: 5 }], ['descuentos', { exentas: 1 }], ['descuento', 5], ['aplicarRetencionIva', true],
  ['aplicarPercepcionIva', true], ['aplicarReteRenta', true], ['exportacion', { tipoItemExpor: 2 }], ['numPagoElectronico', 'N1'],
  ['ventaTercero', { nit: '123', nombre: 'T', codDomiciliado: 1 }], ['compraTercero', { numDocumento: '1', nombre: 'T' }],
  ['origenes', [{ tipoDocumento: '08', numeroDocumento: 'X', fechaEmision: '2026-01-01' }]], ['fusion', '123'],
  ['otrosDocumentos', [{ codDocAsociado: 3 }]], ['otrosDocumentos', [{ codDocAsociado: 4, descDocumento: 'Abc' }]],
  ['documentosRelacionados', [{ tipoDocumento: '01', numeroDocumento: 'X', fechaEmision: '2026-01-01' }]],
  ['tipoVenta', 'exenta'], ['noGravado', -5], ['montoDescu', 1_000_000], ['tributos', ['20']], ['tributos', ['D1']], ['codTributo', 'A8'],
  ['tipoItem', 4], ['uniMedida', 98], ['numeroDocumento', 'X'], ['nombreComercial', 'Comercio'], ['nrc', '11'], ['codPais', 'SV'],
  ['tipoDocumento', '13'], ['numDocumento', '000000000'], ['codActividad', '00000'], ['telefono', 'sin número'], ['correo', 'a@b.invalido'],
  ['medico', { nombre: 'Dr.', tipoServicio: 9 }], ['transporte', { modo: 9 }], ['flete', -1], ['totalNoOnerosas', 0.001], ['incoterms', '77'],
  ['bienTitulo', '03'], ['propio', true], ['tipoDonacion', 1], ['depreciacion', 5], ['codDomiciliado', 2], ['desconocido', 1], ['customerId', '4f0a1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c'], ['corrige', '4f0a1b2c-3d4e-4f5a-8b6c-7d8e9f0a1b2c'], ['referencia', ''], ['observaciones', '\u0007'], ['apendice', []],
]

/** A copy with one thing wrong; sometimes it is still right. */
export function mutate(request: object, dice: Dice): Mutated {
  const copy = structuredClone(request) as Json
  const places = [...placesIn(copy, '')]
  const member = dice.pick(places)
  const how = dice.pick(['value', 'value', 'value', 'delete', 'member', 'repeat', 'type'] as const)
  if (how === 'delete') return deleted(copy, member)
  if (how === 'repeat') return repeated(copy, member)
  if (how === 'member') return withMember(copy, places, dice)
  const value = how === 'type' ? ofOtherType(valueAt(member)) : anotherValue(valueAt(member), dice)
  put(member, value)
  return { request: copy, path: member.path, how: `${member.path} = ${brief(value)}` }
}

/** Every member of a value, those of its members included. */
export function* placesIn(value: Json, path: string): Generator<MemberRef> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) {
      yield { holder: value, key: i, path: `${path}[${i}]` }
      yield* placesIn(one, `${path}[${i}]`)
    }
    return
  }
  for (const [name, one] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    yield { holder: value, key: name, path: at }
    yield* placesIn(one, at)
  }
}

export const valueAt = ({ holder, key }: MemberRef): Json =>
  (holder as Record<string, Json>)[key] as Json
export const put = ({ holder, key }: MemberRef, value: Json) => {
  ;(holder as Record<string, Json>)[key] = structuredClone(value)
}

/** Mostly of the same type, which the schema lets through to the law; a code for a code. */
function anotherValue(value: Json, dice: Dice): Json {
  if (dice.between(1, 4) === 1) return dice.pick(VALUES)
  if (typeof value === 'number') {
    const near = [
      value + 1,
      value - 1,
      value * 2,
      value / 2,
      -value,
      value + 0.01,
      Math.round(value),
    ]
    return dice.pick([...NUMBERS, ...near.map((n) => Number(n.toFixed(8)))])
  }
  if (typeof value !== 'string') return dice.pick(VALUES)
  return dice.pick(
    value.length <= 2 ? CODES : [...TEXTS, value.slice(1), `${value}x`, value.slice(0, -1)],
  )
}

const NUMBERS = VALUES.filter((one) => typeof one === 'number')
const TEXTS = VALUES.filter((one) => typeof one === 'string')
// biome-ignore format: a table
const CODES = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14', '20', '22', '23', '36', '37', '59', '71', '79', '99', 'A8', 'C3', 'C5', 'C8', 'D1', 'D4', 'D5', 'SV', 'US', 'XX'] as const

function deleted(request: Json, member: MemberRef): Mutated {
  if (Array.isArray(member.holder)) member.holder.splice(Number(member.key), 1)
  else delete member.holder[String(member.key)]
  return { request, path: member.path, how: `${member.path} deleted` }
}

/** Duplicates an element of a list; other members are unchanged. */
function repeated(request: Json, member: MemberRef): Mutated {
  if (Array.isArray(member.holder)) member.holder.push(structuredClone(valueAt(member)))
  return { request, path: member.path, how: `${member.path} repeated` }
}

function withMember(request: Json, places: readonly MemberRef[], dice: Dice): Mutated {
  const objects = places.filter((member) => {
    const value = valueAt(member)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  })
  const [name, value] = dice.pick(MEMBERS)
  const member = objects.length === 0 || dice.between(0, 1) === 0 ? null : dice.pick(objects)
  const holder = (member ? valueAt(member) : request) as { [member: string]: Json }
  holder[name] = structuredClone(value)
  const path = member ? `${member.path}.${name}` : name
  return { request, path, how: `${path} = ${brief(value)}` }
}

function ofOtherType(value: Json): Json {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return Number.isNaN(Number(value)) ? 7 : Number(value)
  if (Array.isArray(value)) return { 0: value[0] ?? null }
  return typeof value === 'object' ? [value] : 'true'
}

const brief = (value: Json) => JSON.stringify(value).slice(0, 60)
