/** From a request to a checked document that only lacks its number and its code. */
import { type DteRequest, Refused, type TipoDte } from '@sello/contract'
import {
  buildDocumento,
  type Documento,
  type Emisor,
  formatNumeroControl,
  totales,
} from '@sello/fiscal'
import type { Ctx } from '../context.ts'
import { civilTime } from '../el-salvador.ts'

export interface Draft {
  readonly documento: Documento
  readonly tipoDte: TipoDte
  readonly fecEmi: string
  readonly horEmi: string
  readonly year: number
  /** Of the series that it will take its number from. */
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly totales: ReturnType<typeof totales>
}

/** Of the right form, so that the whole document can be checked before a number is taken. */
const STAND_IN_CODIGO = '00000000-0000-4000-8000-000000000000'

/** Refuses with every problem at once (422). Nothing is spent. */
export function buildChecked(ctx: Ctx, request: DteRequest): Draft {
  const { ambiente, emisor } = ctx.key
  const codes = seriesCodes(emisor)
  const { tipoDte } = request
  const { fecEmi, horEmi, year } = civilTime(ctx.now)
  const { documento, problems } = buildDocumento({
    request,
    emisor,
    ambiente,
    fecEmi,
    horEmi,
    codigoGeneracion: STAND_IN_CODIGO,
    numeroControl: formatNumeroControl({ tipoDte, ...codes, correlativo: 1n }),
  })
  if (problems.length > 0) {
    const [first] = problems
    const count = problems.length === 1 ? 'un problema' : `${problems.length} problemas`
    throw new Refused(
      'validation_failed',
      `El documento tiene ${count}; no se gastó número. ${first?.message ?? ''}`.trim(),
      { issues: problems },
    )
  }
  return { documento, tipoDte, fecEmi, horEmi, year, ...codes, totales: totales(documento) }
}

/** The two codes of the series, which every point of sale has. */
function seriesCodes({ codEstable, codPuntoVenta }: Emisor) {
  if (!codEstable || !codPuntoVenta) throw new Error('bug: a point of sale without its codes')
  return { codEstable, codPuntoVenta }
}
