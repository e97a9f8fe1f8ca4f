/** The examination of one signed document: the first thing wrong with it, in the ministry's order. */
import { RELACIONABLES_NOTA } from '../catalogues/codigos.ts'
import type { Case } from '../checks/case.ts'
import { CHECKS } from '../checks/index.ts'
import { numberKey } from '../checks/numeracion.ts'
import { creditosOf, origenOf } from '../checks/origen.ts'
import { checkSignature, readJws } from '../checks/signature.ts'
import { type Message, refusal } from '../codes.ts'
import { DOCUMENTOS, type Documento, type TipoDocumento } from '../documentos.ts'
import { integer } from '../json/decimal.ts'
import { detached, isObject, isOddNumber, type Json, parseJson } from '../json/parse.ts'
import type { Report } from '../structure/nodes.ts'
import type { NumberKey } from '../world/ledger.ts'
import type { Creditos, Origen } from '../world/relations.ts'
import type { World } from '../world/world.ts'
import type { Envio } from './envio.ts'

/** What a document leaves behind when it is sealed. */
export interface Sealing {
  readonly number: NumberKey
  /** What later notes are held against, of a document that they may adjust. */
  readonly origen: Origen | null
  /** What it takes back of others, of a credit note. */
  readonly creditos: Creditos | null
}

/** Either the refusal, or what the document leaves behind when it is sealed. */
export type Examined = {
  /** As the document states it, null where it cannot be read. */
  readonly numeroControl: string | null
} & (
  | { readonly refused: Message; readonly sealing: null }
  | { readonly refused: null; readonly sealing: Sealing }
)

export function examine(world: World, nit: string, envio: Envio, now: Date): Examined {
  const taxpayer = world.taxpayers.get(nit)
  if (!taxpayer) return { refused: refusal('009'), numeroControl: null, sealing: null }
  const jws = readJws(envio.documento)
  const text = jws?.text ?? ''
  const json = read(text)
  const numeroControl = numeroControlOf(json)
  const refuse = (refused: Message): Examined => ({ refused, numeroControl, sealing: null })

  const early = (json && checkEnvio(envio, json)) ?? checkSignature(jws, taxpayer)
  if (early) return refuse(early)
  if (!json) return refuse(refusal('098'))
  const tipo = DOCUMENTOS.get(envio.tipoDte)
  if (!tipo) return refuse(refusal('003', 'identificacion.tipoDte'))
  const malformed = checkStructure(world, tipo, envio.tipoDte, { text, json })
  if (malformed) return refuse(malformed)

  const documento = json as unknown as Documento // checkStructure has just said so
  const { ledger, relations } = world
  const { ambiente } = world.options
  const subject: Case = { taxpayer, tipo, documento, ledger, relations, now, ambiente }
  for (const check of CHECKS) {
    const found = check(subject)
    if (found) return refuse(found)
  }
  return { refused: null, numeroControl, sealing: sealingOf(subject) }
}

function sealingOf(subject: Case): Sealing {
  const { tipo, documento } = subject
  const adjustable = RELACIONABLES_NOTA.has(documento.identificacion.tipoDte)
  return {
    number: numberKey(subject),
    origen: adjustable ? origenOf(documento) : null,
    creditos: tipo.ajuste === 'credito' ? creditosOf(documento) : null,
  }
}

/** Null where the text is not one JSON object. */
function read(text: string): Readonly<Record<string, Json>> | null {
  try {
    const json = parseJson(text)
    return isObject(json) ? json : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** The envelope repeats four members of the document, and they agree. */
function checkEnvio(envio: Envio, documento: Readonly<Record<string, Json>>): Message | null {
  const { identificacion } = documento
  const stated = isObject(identificacion) ? identificacion : {}
  const repeated = {
    version: integer(envio.version),
    ambiente: envio.ambiente,
    tipoDte: envio.tipoDte,
    codigoGeneracion: envio.codigoGeneracion,
  }
  const wrong = Object.entries(repeated).find(([name, value]) => {
    const own = stated[name]
    return (isOddNumber(own) ? own.units : own) !== value
  })
  return wrong ? refusal('027', `identificacion.${wrong[0]}`) : null
}

function checkStructure(
  world: World,
  tipo: TipoDocumento,
  tipoDte: string,
  { text, json }: { readonly text: string; readonly json: Json },
): Message | null {
  const report: Report = { problems: [], odd: [] }
  tipo.estructura.check(json, '#', report)
  const published = world.options.published.get(tipoDte)
  const problems = new Set([...report.problems, ...(published?.(text, json) ?? [])])
  if (problems.size > 0) return refusal('096', '', [...problems])
  // The ministry compares the text of a number: 13.0 where 13 is meant was refused as a wrong sum.
  const [odd] = report.odd
  return odd === undefined ? null : refusal('020', dotted(odd))
}

/** `#/cuerpoDocumento/0/cantidad` as the messages write it: `cuerpoDocumento[0].cantidad`. */
function dotted(pointer: string): string {
  return pointer
    .slice(2)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')
}

const NUMERO_CONTROL_LENGTH = 31

function numeroControlOf(documento: Readonly<Record<string, Json>> | null): string | null {
  const identificacion = documento?.identificacion
  const stated = isObject(identificacion) ? identificacion.numeroControl : null
  if (typeof stated !== 'string' || stated.length > NUMERO_CONTROL_LENGTH) return null
  return detached(stated)
}
