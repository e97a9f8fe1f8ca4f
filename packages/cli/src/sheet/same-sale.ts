/** Whether a document with a row's `referencia` is that row's sale, or another one whose number came round again. */
import type { Query } from '@sello/client'
import { isGathered } from './check.ts'
import { linesOfRequest, type Sale } from './sales.ts'

type Found = Pick<Query, 'estado' | 'tipoDte' | 'totales' | 'documento' | 'receptor'>

/** Why it is not the sale's, in words; null: it is. Two totals alone may be equal by chance. */
export function differenceOf(found: Found, sale: Sale, totalPagar: string | null): string | null {
  if (found.tipoDte !== sale.request.tipoDte) return `es de tipo ${found.tipoDte}`
  const total = found.totales?.totalPagar
  if (!isGathered(sale) && (totalPagar === null || total !== Number(totalPagar))) {
    return `su total es $${total?.toFixed(2) ?? '?'}`
  }
  if (!hasSameLines(found, sale)) return 'sus líneas dicen otra cosa'
  if (!hasSameBuyer(found, sale)) return 'es de otro comprador'
  return found.estado === 'invalidado' ? 'está invalidado' : null
}

interface Line {
  readonly descripcion?: string
  readonly cantidad?: number
  readonly precioUni?: number
  readonly numeroDocumento?: string | null
}

function hasSameLines({ documento }: Found, { request }: Sale): boolean {
  const { cuerpoDocumento = [] } = documento ?? {}
  if ('liquidacionContable' in request) {
    return isSameRecord(cuerpoDocumento as Registro, request.liquidacionContable)
  }
  if ('liquidacion' in request) return true // gathered by the service
  const lines = cuerpoDocumento as readonly Line[]
  const items = linesOfRequest(request) as readonly Line[]
  const lists = 'retencion' in request
  return (
    lines.length === items.length &&
    lines.every((line, at) => {
      const item = items[at]
      return (
        bare(line.descripcion) === bare(item?.descripcion) &&
        line.cantidad === item?.cantidad &&
        line.precioUni === item?.precioUni &&
        (!lists || bare(line.numeroDocumento ?? '') === bare(item?.numeroDocumento ?? ''))
      )
    })
  )
}

/** What a liquidation of cards (09) is of. */
interface Registro {
  readonly periodoLiquidacionFechaInicio?: string
  readonly periodoLiquidacionFechaFin?: string
  readonly codLiquidacion?: string | null
  readonly valorOperaciones?: number
}

function isSameRecord(
  registro: Registro,
  asked: Extract<Sale['request'], { liquidacionContable: unknown }>['liquidacionContable'],
): boolean {
  return (
    registro.periodoLiquidacionFechaInicio === asked.desde &&
    registro.periodoLiquidacionFechaFin === asked.hasta &&
    bare(registro.codLiquidacion ?? '') === bare(asked.codigo ?? '') &&
    registro.valorOperaciones === asked.valorOperaciones
  )
}

/** By what the row says of the buyer; the rest of it may be a stored customer's. */
function hasSameBuyer({ receptor }: Found, { request }: Sale): boolean {
  const said = (request as { receptor?: { nombre?: string; numDocumento?: string } | null })
    .receptor
  return (['nombre', 'numDocumento'] as const).every(
    (name) => said?.[name] === undefined || bare(said[name]) === bare(receptor?.[name] ?? ''),
  )
}

/** The service removes hyphens and spaces. */
const bare = (text = '') => text.replaceAll(/[\s-]/g, '').toLowerCase()
