/** The first checks of every service that takes a signed text: who signed it, and its form. */
import { checkSignature, type Jws, readJws } from '../checks/signature.ts'
import { type Message, refusal } from '../codes.ts'
import { isObject, isOddNumber, type Json, type JsonObject, parseJson } from '../json/parse.ts'
import type { Node, Report } from '../structure/nodes.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import { type Stop, stop } from './steps.ts'

export interface Opened {
  readonly jws: Jws | null
  readonly text: string
  /** Null when the payload is not one JSON object. */
  readonly json: JsonObject | null
}

export function openJws(compact: string): Opened {
  const jws = readJws(compact)
  const text = jws?.text ?? ''
  return { jws, text, json: read(text) }
}

/** Null when the text is not one JSON object. */
function read(text: string): JsonObject | null {
  try {
    const json = parseJson(text)
    return isObject(json) ? json : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** A text member of `identificacion`, or null when it cannot be read. */
export function statedIn(json: JsonObject | null, member: string): string | null {
  const identificacion = json?.identificacion
  const stated = isObject(identificacion) ? identificacion[member] : null
  return typeof stated === 'string' ? stated : null
}

/** The envelope repeats members of the signed identification; they must agree. */
export function checkRepeated(
  json: JsonObject,
  repeated: Readonly<Record<string, Json>>,
): Message | null {
  const { identificacion } = json
  const stated = isObject(identificacion) ? identificacion : {}
  const wrong = Object.entries(repeated).find(([name, value]) => {
    const own = stated[name]
    return (isOddNumber(own) ? own.units : own) !== value
  })
  return wrong ? refusal('027', `identificacion.${wrong[0]}`) : null
}

/** Checks the signature, then JSON, then the structure: our own, and the published one when it is given. */
export function checkForm(
  world: World,
  taxpayer: Taxpayer,
  opened: Opened,
  form: { readonly estructura: Node<unknown>; readonly published: string },
): Stop | null {
  const unsigned = checkSignature(opened.jws, taxpayer)
  if (unsigned) return stop('firma', unsigned)
  const { text, json } = opened
  if (!json) return stop('json', refusal('098'))
  const report: Report = { problems: [], odd: [] }
  form.estructura.check(json, '#', report)
  const published = world.options.published.get(form.published)
  const problems = new Set([...report.problems, ...(published?.(text, json) ?? [])])
  if (problems.size > 0) return stop('estructura', refusal('096', '', [...problems]))
  // The ministry compares the text of a number: it refuses 13.0 for 13 as a wrong sum.
  const [odd] = report.odd
  return odd === undefined ? null : stop('numeros', refusal('020', dotted(odd)))
}

/** Turns `#/cuerpoDocumento/0/cantidad` into the messages' form, `cuerpoDocumento[0].cantidad`. */
function dotted(pointer: string): string {
  return pointer
    .slice(2)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
}
