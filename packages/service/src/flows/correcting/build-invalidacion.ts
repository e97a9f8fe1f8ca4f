/** Builds a checked invalidation event from a request. Spends nothing; commit 1 checks again under the locks. */
import {
  type InvalidationRequest,
  type Issue,
  TIPO_OPERACIONES,
  TIPO_RETORNO,
} from '@sello/contract'
import {
  buildInvalidacion,
  checkReemplazo,
  type Operaciones,
  type Retorno,
  readDocumento,
  readEventoDeOperaciones,
  readEventoDeRetorno,
  serialiseInvalidacion,
} from '@sello/fiscal'
import { civilTime } from '../../base/time/el-salvador.ts'
import { findDocument } from '../../ledger/documents/find.ts'
import { findInTheWay, findReplaced } from '../../ledger/events/insert-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Ctx } from '../context.ts'
import type { UnsignedEvento } from '../signing/sign-evento.ts'
import { assertNothingInTheWay, findObstacles } from './obstacles.ts'
import { refuse } from './refuse.ts'
import { sealedOn, signedOf, type Target } from './target.ts'

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
  assertNothingInTheWay(target, await findObstacles(ctx.pool, companyId, target))

  const sealed = signedOf(target)
  const codigoGeneracion = ctx.random.uuid().toUpperCase()
  const { ambiente, emisor } = ctx.key
  const { fecEmi, horEmi } = civilTime(ctx.now)
  const { evento, problems } = buildInvalidacion({
    request,
    target: {
      documento: READ[target.tipo]?.(sealed.payload) ?? readDocumento(sealed.payload),
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
      documento: target.documento?.codigoGeneracion ?? null,
      evento: target.evento?.codigoGeneracion ?? null,
      reemplazo,
      fecEmi: evento.identificacion.fecEmi,
      horEmi: evento.identificacion.horEmi,
      totales: null,
    },
  }
}

const READ: Readonly<Partial<Record<Target['tipo'], (text: string) => Retorno | Operaciones>>> = {
  [TIPO_RETORNO]: readEventoDeRetorno,
  [TIPO_OPERACIONES]: readEventoDeOperaciones,
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
