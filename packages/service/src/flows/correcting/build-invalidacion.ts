/** Builds a checked invalidation event from a request. Spends nothing; commit 1 checks again under the locks. */
import { type InvalidationRequest, type Issue, Refused, TIPO_RETORNO } from '@sello/contract'
import {
  buildInvalidacion,
  checkReemplazo,
  readDocumento,
  readEventoDeRetorno,
  serialiseInvalidacion,
} from '@sello/fiscal'
import { civilTime } from '../../base/time/el-salvador.ts'
import { findDocument } from '../../ledger/documents/find.ts'
import { findInTheWay, findReplaced, type InTheWay } from '../../ledger/events/insert-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Ctx } from '../context.ts'
import type { UnsignedEvento } from '../signing/sign-evento.ts'
import { sealedOn, type Target } from './target.ts'

export interface InvalidacionDraft {
  readonly target: Target
  readonly evento: UnsignedEvento
}

/** Refuses obstacles of the target (409, 422), and every problem of the event at once (422). */
export async function buildInvalidacionChecked(
  ctx: Ctx,
  target: Target,
  request: InvalidationRequest,
): Promise<InvalidacionDraft> {
  const { companyId } = ctx.key
  const { documento, retorno } = target
  const cancelled = retorno?.codigoGeneracion ?? null
  const seen = await findInTheWay(ctx.pool, companyId, documento.codigoGeneracion, cancelled)
  assertNothingInTheWay(target, seen)

  const sealed = retorno ?? documento
  const codigoGeneracion = ctx.random.uuid().toUpperCase()
  const { ambiente, emisor } = ctx.key
  const { fecEmi, horEmi } = civilTime(ctx.now)
  const { evento, problems } = buildInvalidacion({
    request,
    target: {
      documento: retorno ? readEventoDeRetorno(retorno.payload) : readDocumento(documento.payload),
      selloRecibido: sealed.selloRecibido ?? '',
      fechaSello: sealedOn(sealed),
    },
    emisor,
    ambiente,
    codigoGeneracion,
    fecEmi,
    horEmi,
  })
  const reemplazo = request.codigoGeneracionReemplazo?.toUpperCase() ?? null
  const isAllowed = problems.every(({ field }) => field !== 'codigoGeneracionReemplazo')
  const problem = reemplazo && isAllowed ? await reemplazoProblem(ctx, target, reemplazo) : null
  refuse(problem ? [...problems, problem] : problems)
  return {
    target,
    evento: {
      kind: 'invalidacion',
      codigoGeneracion,
      tipoDte: target.tipo,
      version: evento.identificacion.version,
      payload: serialiseInvalidacion(evento),
      documento: documento.codigoGeneracion,
      evento: cancelled,
      reemplazo,
      fecEmi: evento.identificacion.fecEmi,
      horEmi: evento.identificacion.horEmi,
      totales: null,
    },
  }
}

/** Refuses return events that count (409) and live notes (422), each named. */
export function assertNothingInTheWay(target: Target, { retornos, notas }: InTheWay): void {
  if (target.tipo === TIPO_RETORNO) return
  const { codigoGeneracion } = target
  if (retornos.length > 0) {
    throw new Refused(
      'has_return_events',
      `El documento ${codigoGeneracion} tiene eventos de retorno (${retornos.join(', ')}): invalídelos antes, o corríjalo con otro retorno. No se envió nada.`,
      { eventos: retornos },
    )
  }
  if (notas.length === 0) return
  refuse([
    {
      field: 'codigoGeneracion',
      rule: 'MF-13',
      message: `El documento ${codigoGeneracion} tiene notas vigentes (${notas.join(', ')}): invalídelas antes.`,
    },
  ])
}

async function reemplazoProblem(
  ctx: Ctx,
  { codigoGeneracion, tipo }: Target,
  reemplazo: string,
): Promise<Issue | null> {
  const stored = await findDocument(ctx.pool, readerOf(ctx), reemplazo)
  const { companyId } = ctx.key
  const { invalidacion } = await findInTheWay(ctx.pool, companyId, reemplazo, null)
  const known = stored && {
    codigoGeneracion: reemplazo,
    tipoDte: stored.tipoDte,
    selloRecibido: stored.selloRecibido,
    invalidado: stored.estado === 'invalidado',
    invalidacionEnCurso: invalidacion,
    reemplazaA: await findReplaced(ctx.pool, companyId, reemplazo),
  }
  return checkReemplazo(known, { codigoGeneracion, tipoDte: tipo })
}

/** Refuses (422) with all issues. */
export function refuse(issues: readonly Issue[]): void {
  const [first] = issues
  if (!first) return
  const more = issues.length === 1 ? '' : ` Hay ${issues.length - 1} más en details.issues.`
  throw new Refused('validation_failed', `${first.message}${more} No se firmó nada.`, { issues })
}
