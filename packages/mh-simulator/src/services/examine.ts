/** The examination of one signed document: returns the first error, in the ministry's order. */
import {
  COMPROBANTE_LIQUIDACION,
  COMPROBANTE_RETENCION,
  RELACIONABLES_NOTA,
} from '../catalogues/codigos.ts'
import type { Case } from '../checks/case.ts'
import { listedBy } from '../checks/liquidacion.ts'
import { numberKey } from '../checks/numeracion.ts'
import { creditosOf, origenOf } from '../checks/origen.ts'
import { refusal } from '../codes.ts'
import type { Documento } from '../documento.ts'
import { DOCUMENTOS } from '../documentos.ts'
import { integer } from '../json/decimal.ts'
import { detached, type JsonObject } from '../json/parse.ts'
import type { Taxpayer } from '../world/taxpayers.ts'
import type { World } from '../world/world.ts'
import type { Sobre } from './envio.ts'
import { EVENTOS_RECIBIDOS } from './eventos.ts'
import { checkForm, checkRepeated, openJws, statedIn } from './signed.ts'
import { type Stop, stop } from './steps.ts'

/** Either the refusal, or the action to run when the document is sealed. */
export type Examined = {
  /** As stated in the document; null when it cannot be read. */
  readonly numeroControl: string | null
} & (
  | { readonly refused: Stop; readonly settle: null }
  | { readonly refused: null; readonly settle: (codigoGeneracion: string) => void }
)

export function examine(world: World, taxpayer: Taxpayer, envio: Sobre, now: Date): Examined {
  const opened = openJws(envio.documento)
  const { json } = opened
  const numeroControl = numeroControlOf(statedIn(json, 'numeroControl'))
  const refuse = (refused: Stop): Examined => ({ refused, numeroControl, settle: null })
  const recibido = EVENTOS_RECIBIDOS.get(envio.tipoDte)

  const { version, ambiente, tipoDte, codigoGeneracion } = envio
  const tipoMember = recibido ? 'tipoEvento' : 'tipoDte'
  const repeated = { version: integer(version), ambiente, [tipoMember]: tipoDte, codigoGeneracion }
  const early = stop('sobre', json && checkRepeated(json, repeated))
  if (early) return refuse(early)
  const tipo = DOCUMENTOS.get(tipoDte)
  const estructura = recibido ? recibido.estructura : tipo?.estructura
  const published = recibido?.kind ?? tipoDte
  const malformed = checkForm(world, taxpayer, opened, {
    estructura: estructura ?? { check: () => {} },
    published,
  })
  if (malformed) return refuse(malformed)
  if (recibido) {
    const found = recibido.examine({ world, taxpayer, now }, json)
    if (typeof found !== 'function') return refuse({ step: 'evento', message: found })
    return { refused: null, numeroControl: null, settle: found }
  }
  if (!tipo) {
    return refuse({ step: 'estructura', message: refusal('003', 'identificacion.tipoDte') })
  }

  const documento = documentoOf(json) // checkForm validated it above
  const { ledger, relations, events } = world
  const subject: Case = {
    taxpayer,
    tipo,
    documento,
    ledger,
    relations,
    events,
    now,
    ambiente: world.options.ambiente,
  }
  for (const { name, check } of world.options.checks) {
    const found = stop(name, check(subject))
    if (found) return refuse(found)
  }
  return { refused: null, numeroControl, settle: (codigo) => settle(world, subject, codigo) }
}

/** One record (09) is its own summary, and has no lines. */
function documentoOf(json: JsonObject | null): Documento {
  const { cuerpoDocumento } = json ?? {}
  const hasLines = Array.isArray(cuerpoDocumento)
  const read = hasLines ? json : { ...json, cuerpoDocumento: [], resumen: cuerpoDocumento }
  return read as unknown as Documento
}

/** Records what later documents need to know about a sealed one. */
function settle(world: World, subject: Case, codigo: string): void {
  const { tipo, documento } = subject
  world.ledger.takeNumber(numberKey(subject))
  const { tipoDte } = documento.identificacion
  const tercero = documento.ventaTercero?.nit ?? null
  if (tercero !== null) world.relations.recordTercero(codigo, tercero)
  if (tipoDte === COMPROBANTE_LIQUIDACION) {
    world.relations.recordLiquidation(codigo, listedBy(subject))
  }
  // A note on a Comprobante de retención is not received here.
  if (RELACIONABLES_NOTA.has(tipoDte) && tipoDte !== COMPROBANTE_RETENCION) {
    world.relations.recordOrigin(codigo, origenOf(documento))
  }
  if (tipo.ajuste === null) return
  if (tipo.ajuste === 'credito') world.relations.recordNote(codigo, creditosOf(documento))
  const origins = (documento.documentoRelacionado ?? []).map((one) => one.numeroDocumento)
  world.events.recordNote(codigo, origins)
}

const NUMERO_CONTROL_LENGTH = 31

function numeroControlOf(stated: string | null): string | null {
  if (stated === null || stated.length > NUMERO_CONTROL_LENGTH) return null
  return detached(stated)
}
