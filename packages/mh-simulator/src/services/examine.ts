/** The examination of one signed document: returns the first error, in the ministry's order. */
import { RELACIONABLES_NOTA } from '../catalogues/codigos.ts'
import type { Case } from '../checks/case.ts'
import { examineRetorno, TIPO_RETORNO } from '../checks/eventos/retorno.ts'
import { CHECKS } from '../checks/index.ts'
import { numberKey } from '../checks/numeracion.ts'
import { creditosOf, origenOf } from '../checks/origen.ts'
import { type Message, refusal } from '../codes.ts'
import type { Documento } from '../documento.ts'
import { DOCUMENTOS } from '../documentos.ts'
import { integer } from '../json/decimal.ts'
import { detached } from '../json/parse.ts'
import type { Retorno } from '../structure/eventos.ts'
import { EVENTOS } from '../structure/eventos.ts'
import type { World } from '../world/world.ts'
import type { Envio } from './envio.ts'
import { checkForm, checkRepeated, openJws, statedIn } from './signed.ts'

/** Either the refusal, or the action to run when the document is sealed. */
export type Examined = {
  /** As stated in the document; null when it cannot be read. */
  readonly numeroControl: string | null
} & (
  | { readonly refused: Message; readonly settle: null }
  | { readonly refused: null; readonly settle: (codigoGeneracion: string) => void }
)

export function examine(world: World, nit: string, envio: Envio, now: Date): Examined {
  const taxpayer = world.taxpayers.get(nit)
  if (!taxpayer) return { refused: refusal('009'), numeroControl: null, settle: null }
  const opened = openJws(envio.documento)
  const { json } = opened
  const numeroControl = numeroControlOf(statedIn(json, 'numeroControl'))
  const refuse = (refused: Message): Examined => ({ refused, numeroControl, settle: null })
  const isRetorno = envio.tipoDte === TIPO_RETORNO

  const { version, ambiente, tipoDte, codigoGeneracion } = envio
  const tipoMember = isRetorno ? 'tipoEvento' : 'tipoDte'
  const repeated = { version: integer(version), ambiente, [tipoMember]: tipoDte, codigoGeneracion }
  const early = json && checkRepeated(json, repeated)
  if (early) return refuse(early)
  const tipo = DOCUMENTOS.get(tipoDte)
  const estructura = isRetorno ? EVENTOS.retorno.estructura : tipo?.estructura
  const published = isRetorno ? 'retorno' : tipoDte
  const malformed = checkForm(world, taxpayer, opened, {
    estructura: estructura ?? { check: () => {} },
    published,
  })
  if (malformed) return refuse(malformed)
  if (isRetorno) {
    const found = examineRetorno({ world, taxpayer, now, evento: json as unknown as Retorno })
    return 'taken' in found
      ? {
          refused: null,
          numeroControl: null,
          settle: (codigo) => world.events.recordReturn(codigo, found.taken),
        }
      : refuse(found)
  }
  if (!tipo) return refuse(refusal('003', 'identificacion.tipoDte'))

  const documento = json as unknown as Documento // checkForm validated it above
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
  for (const check of CHECKS) {
    const found = check(subject)
    if (found) return refuse(found)
  }
  return { refused: null, numeroControl, settle: (codigo) => settle(world, subject, codigo) }
}

/** Records what later documents need to know about a sealed one. */
function settle(world: World, subject: Case, codigo: string): void {
  const { tipo, documento } = subject
  world.ledger.takeNumber(numberKey(subject))
  if (RELACIONABLES_NOTA.has(documento.identificacion.tipoDte)) {
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
