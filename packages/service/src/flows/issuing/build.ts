/** Builds a checked document, without its number and its code, from a request. */
import { type DteRequest, Refused } from '@sello/contract'
import {
  buildDocumento,
  type Centavos,
  type Emisor,
  formatNumeroControl,
  toRequestProblems,
  totales,
} from '@sello/fiscal'
import { civilTime } from '../../base/time/el-salvador.ts'
import { yieldIfLarge } from '../../base/time/event-loop.ts'
import { earlierOf, findClaim } from '../../ledger/claims/earlier.ts'
import type { Outage } from '../../ledger/outages/outages.ts'
import { TIPO_CONTINGENCIA } from '../../ledger/transmission/outcome.ts'
import type { Caller, Ctx } from '../context.ts'
import { addressesOf } from './addresses.ts'
import { assertReferencia, type Completed, completeRequest } from './complete.ts'
import { unoPorCientoDe } from './complete-related.ts'
import { ajustadosOf, assertCredits } from './credits.ts'
import type { Draft } from './draft.ts'

/** A placeholder of the right form, so that the whole document is checked before a number is taken. */
const STAND_IN_CODIGO = '00000000-0000-4000-8000-000000000000'

/**
 * Refuses a reference in use (409), a named record that does not exist (404), and every problem of the document
 * at once (422). Spends nothing. Returns null when an earlier call with this Idempotency-Key issued it
 * meanwhile: the refusal may be about that very document, or about what changed since. During an outage the
 * document is built in the deferred model.
 */
export async function buildChecked(
  ctx: Ctx,
  request: DteRequest,
  outage: Outage | null,
): Promise<Draft | null> {
  try {
    return await buildDraft(ctx, request, outage)
  } catch (refusal) {
    if (refusal instanceof Refused && earlierOf(await findClaim(ctx), ctx.claim, ctx.now))
      return null
    throw refusal
  }
}

/** The same for a request without a claim: it is looked at, and not issued. */
export async function buildDraft(
  ctx: Caller,
  request: DteRequest,
  outage: Outage | null,
): Promise<Draft> {
  await assertReferencia(ctx, request.referencia ?? null)
  const completed = await completeRequest(ctx, request)
  await yieldIfLarge({ lines: request.items.length })
  const draft = build(ctx, completed, { outage, centavos: {} })
  const centavos = await assertCredits(ctx.pool, ctx.key, draft)
  return Object.keys(centavos).length === 0 ? draft : draft.withCentavos(centavos)
}

/** Defaults for members that the request omits. */
interface Settings {
  readonly outage: Outage | null
  readonly centavos: Centavos
}

function build(ctx: Caller, completed: Completed, { outage, centavos }: Settings): Draft {
  const { asked, request, origenes, liquidados, corrected, sustituye, referencia } = completed
  const { ambiente, emisor, autorizaciones, resolucion } = ctx.key
  const codes = seriesCodes(emisor)
  const { tipoDte } = request
  const { fecEmi, horEmi, year } = civilTime(ctx.now)
  const built = buildDocumento({
    request,
    emisor,
    autorizaciones,
    resolucion,
    ambiente,
    fecEmi,
    horEmi,
    codigoGeneracion: STAND_IN_CODIGO,
    numeroControl: formatNumeroControl({ tipoDte, ...codes, correlativo: 1n }),
    centavos,
    unoPorCiento: unoPorCientoDe(origenes),
    contingencia: outage && { tipoContingencia: TIPO_CONTINGENCIA, motivoContin: null },
  })
  const { documento } = built
  const { addresses, problems: ofAddresses } = addressesOf(asked.entrega, {
    ...{ documento, byDefault: ctx.key.entrega },
  })
  const all = [...completed.problems, ...built.problems, ...ofAddresses]
  const problems = toRequestProblems(all, {
    asked,
    completed: request,
  })
  const [first] = problems
  if (first) {
    const count = problems.length === 1 ? 'un problema' : `${problems.length} problemas`
    throw new Refused(
      'validation_failed',
      `El documento tiene ${count}; no se gastó número. ${first.message}`,
      { issues: problems },
    )
  }
  return {
    documento,
    tipoDte,
    fecEmi,
    horEmi,
    year,
    ...codes,
    totales: totales(documento),
    ajustados: ajustadosOf(origenes, asked),
    liquidados,
    corrected,
    sustituye,
    corrects: request.corrige !== undefined,
    referencia,
    addresses,
    centavos,
    withCentavos: (others) => build(ctx, completed, { outage, centavos: others }),
    outage,
  }
}

/** The two codes of the series; every point of sale has them. */
function seriesCodes({ codEstable, codPuntoVenta }: Emisor) {
  if (!codEstable || !codPuntoVenta) throw new Error('bug: a point of sale without its codes')
  return { codEstable, codPuntoVenta }
}
