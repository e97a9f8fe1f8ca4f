/** Search and sums of a company's documents: the pages Documentos and Inicio. */
import { type Estado, TIPOS_DTE } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import { civilTime } from '../../../base/time/el-salvador.ts'
import { readReturnTotals } from '../../../flows/correcting/build-retorno.ts'
import { readLiquidables } from '../../../flows/issuing/complete-liquidated.ts'
import { readSaldo } from '../../../flows/issuing/credits.ts'
import { companyDataKey } from '../../../ledger/companies/data-key.ts'
import { type Days, dayBefore } from '../../../ledger/documents/day-sums.ts'
import { noDocument } from '../../../ledger/documents/find.ts'
import {
  type Day,
  SEARCHED,
  type SearchFilters,
  searchDocuments,
  sumDocuments,
} from '../../../ledger/documents/search.ts'
import { COMPARED_MAX, readGaps } from '../../../ledger/numbering/gaps.ts'
import { refuseFields } from '../../http/body.ts'
import { readPage } from '../../v1/page.ts'
import { readCode, readDate, readInteger, readParameters } from '../../v1/parameters.ts'
import { readReturnRequest } from '../../v1/return/route.ts'
import { due } from '../atender.ts'
import { readAmbiente } from '../body.ts'
import type { CompanyHandler, ConsoleAsked } from '../route.ts'

const NUMERO_CONTROL = /^DTE-\d{2}-[A-Z0-9]{8}-\d{15}$/
const MANDANTE = /^[A-Za-z0-9-]{3,20}$/
const MES = /^\d{4}-(0[1-9]|1[0-2])$/
const FILTERS = ['q', 'desde', 'hasta', 'tipo', 'estado', 'receptor', 'porCorregir'] as const
/** A page that exports requests this many rows at a time. */
const LIMIT_MAX = 500

export const DOCUMENTOS = {
  async documentos({ deps, params, query }, { company }) {
    const parameters = readParameters(query, [...FILTERS, 'limit', 'cursor'])
    const of = { companyId: company.companyId, ambiente: readAmbiente(params) }
    const filters = readSearch(parameters)
    readInteger('limit', parameters.limit, { min: 1, max: LIMIT_MAX }) // a larger limit is 400 here
    const page = readPage({ deps }, parameters, ['consola', of, filters], LIMIT_MAX)
    const { rows, last } = await searchDocuments(deps.pool, { ...of, filters }, page)
    const siguiente = page.siguiente(last)
    return { body: { documentos: rows, siguiente } }
  },

  async 'documentos.totales'({ deps, params, query }, { company }) {
    const filters = readSearch(readParameters(query, FILTERS))
    const of = { companyId: company.companyId, ambiente: readAmbiente(params), filters }
    return { body: { grupos: await sumDocuments(deps.pool, of) } }
  },

  async 'documentos.saldo'({ deps, params }, { company: { companyId, nit } }) {
    const dataKey = await companyDataKey(deps.pool, deps.secrets, companyId)
    const reader = { companyId, nit, ambiente: readAmbiente(params), dataKey }
    const saldo = await readSaldo(deps.pool, reader, readCode(params))
    if (!saldo) throw noDocument()
    return { body: { saldo: JSON.parse(JSON.stringify(saldo, exactly)) } }
  },

  async 'documentos.liquidables'({ deps, params, query }, { company: { companyId, nit } }) {
    const { mandante, periodo } = readParameters(query, ['mandante', 'periodo'])
    if (!MANDANTE.test(mandante ?? '')) refuse('mandante', 'no es un número de documento.')
    if (!MES.test(periodo ?? '')) refuse('periodo', 'no es un mes, como 2026-11.')
    const dataKey = await companyDataKey(deps.pool, deps.secrets, companyId)
    const reader = { companyId, nit, ambiente: readAmbiente(params), dataKey }
    const of = { tercero: mandante ?? '', periodo: periodo ?? '' }
    const { documentos, domicilio } = await readLiquidables(deps.pool, reader, of)
    return { body: { documentos, codDomiciliado: domicilio } }
  },

  async 'documentos.devolucion'({ deps, now, params, body }, { company: { companyId, nit } }) {
    const dataKey = await companyDataKey(deps.pool, deps.secrets, companyId)
    const reader = { companyId, nit, ambiente: readAmbiente(params), dataKey }
    const asked = { codigoGeneracion: readCode(params), request: readReturnRequest(body), now }
    const totales = await readReturnTotals(deps.pool, reader, asked)
    if (!totales) throw noDocument()
    return { body: { totales } }
  },

  async huecos({ deps, now, params, query }, { company: { companyId } }) {
    const { year, desde } = readParameters(query, ['year', 'desde'])
    if (desde !== null && !NUMERO_CONTROL.test(desde))
      refuse('desde', 'no es un número de control.')
    const wanted = readInteger('year', year, { min: 2000, max: 2999 })
    const of = { companyId, ambiente: readAmbiente(params), year: wanted ?? civilTime(now).year }
    return {
      body: {
        year: of.year,
        ...(await readGaps(deps.pool, of, { desde, compared: COMPARED_MAX })),
      },
    }
  },

  async inicio(asked, member) {
    const of = { companyId: member.company.companyId, ambiente: readAmbiente(asked.params) }
    const filters = readSearch(readParameters({}, FILTERS))
    const newest = { after: null, limit: 8 }
    const { rows } = await searchDocuments(asked.deps.pool, { ...of, filters }, newest)
    return { body: { ...(await due(asked, member)), mes: await month(asked, of), ultimos: rows } }
  },

  async hacienda({ deps, params }) {
    const ambiente = readAmbiente(params)
    const { estado, desde, latency, lastAnswerAt } = deps.mh.health(ambiente)
    const abierta = deps.breaker.openIn(ambiente)
    const segundos = latency?.p50 ?? null
    return {
      body: { estado, desde: abierta?.openedAt ?? desde, segundos, ultimaRespuesta: lastAnswerAt },
    }
  },
} satisfies Record<string, CompanyHandler>

/** Amounts in hundred-millionths of a dollar, as texts, so that the page computes with exact integers. */
const exactly = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

type Parameters = Readonly<Record<(typeof FILTERS)[number], string | null>>

/** 400 for an unknown type or state, and for an invalid date. */
function readSearch(given: Parameters): SearchFilters {
  const { q, receptor } = given
  for (const [field, text] of Object.entries({ q, receptor })) {
    if (text !== null && text.length > 200) refuse(field, 'no es un texto que se busque.')
  }
  const estados = given.porCorregir === 'true' ? 'rechazado' : given.estado
  return {
    q: blankIsNull(q),
    receptor: blankIsNull(receptor),
    desde: readDate('desde', given.desde),
    hasta: readDate('hasta', given.hasta),
    tipos: readWords('tipo', given.tipo, TIPOS_DTE),
    estados: readWords<Estado>('estado', estados, SEARCHED),
  }
}

const blankIsNull = (text: string | null) => (text?.trim() ? text.trim() : null)

function readWords<W extends string>(
  field: string,
  text: string | null,
  all: readonly W[],
): readonly W[] {
  if (text === null) return all
  const words = text.split(',')
  const unknown = words.find((word) => !(all as readonly string[]).includes(word))
  if (unknown !== undefined)
    refuse(field, `lleva, separados por comas, algunos de: ${all.join(', ')}.`)
  return words as W[]
}

const refuse = (field: string, message: string): never => refuseFields([{ field, message }])

async function month(
  { deps, now }: ConsoleAsked,
  of: { companyId: string; ambiente: '00' | '01' },
) {
  const hasta = civilTime(now).fecEmi
  const desde = `${hasta.slice(0, 8)}01`
  const before = dayBefore(desde)
  const sales = async (days: Omit<Days, 'hoy'>) =>
    (await deps.daySums.read(deps.pool, of, { ...days, hoy: hasta })).filter(
      ({ tipoDte }) => TIPOS[tipoDte].ventas !== 0,
    )
  const [own, earlier] = await Promise.all([
    sales({ desde, hasta }),
    sales({ desde: `${before.slice(0, 8)}01`, hasta: before }),
  ])
  return {
    desde,
    vendido: cents(own, (day) => day.monto),
    ivaDebito: cents(own, (day) => day.iva),
    documentos: own.reduce((n, day) => n + day.documentos - day.sinSello, 0),
    sinSello: own.reduce((n, day) => n + day.sinSello, 0),
    dias: byDay(own),
    anterior: byDay(earlier),
  }
}

/** In whole cents, so that a month of thousands of sales adds up to the cent. */
function cents(days: readonly Day[], amount: (day: Day) => number): number {
  const total = days.reduce(
    (sum, day) => sum + Math.round(amount(day) * 100) * TIPOS[day.tipoDte].ventas,
    0,
  )
  return total / 100
}

function byDay(days: readonly Day[]) {
  const dates = [...new Set(days.map(({ fecha }) => fecha))]
  return dates.map((fecha) => ({
    fecha,
    vendido: cents(days, (day) => (day.fecha === fecha ? day.monto : 0)),
  }))
}
