/** Search and sums of a company's documents, and upcoming deadlines: the pages Documentos and Inicio. */
import { type Estado, TIPOS_DTE, type TipoDte } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import {
  CERTIFICATE_WARNING_MS,
  DAY_MS,
  DESTINATION_WARNING_MS,
} from '../../../base/time/durations.ts'
import { civilTime } from '../../../base/time/el-salvador.ts'
import { type Deadlines, esperaDe, readDeadlines } from '../../../flows/contingency/periods.ts'
import { queHacer } from '../../../flows/contingency/que-hacer.ts'
import { readReturnTotals } from '../../../flows/correcting/build-retorno.ts'
import { readSaldo } from '../../../flows/issuing/credits.ts'
import { companyDataKey } from '../../../ledger/companies/data-key.ts'
import {
  type Destino,
  type LoginRefused,
  readCompanyStatus,
} from '../../../ledger/companies/status.ts'
import { verifiedUntil } from '../../../ledger/destinations/verified.ts'
import { countWaiting } from '../../../ledger/documents/count-waiting.ts'
import { type Days, dayBefore } from '../../../ledger/documents/day-sums.ts'
import { noDocument } from '../../../ledger/documents/find.ts'
import {
  type Day,
  findRejected,
  SEARCHED,
  type SearchFilters,
  type SearchRow,
  searchDocuments,
  sumDocuments,
} from '../../../ledger/documents/search.ts'
import { type KeySummary, listKeys } from '../../../ledger/keys/keys.ts'
import { countGaps, findGaps, GAPS_COUNTED_MAX } from '../../../ledger/numbering/gaps.ts'
import { listRequests, type SignKeyRequest } from '../../../ledger/people/sign-key-requests.ts'
import { refuseFields } from '../../http/body.ts'
import { readPage } from '../../v1/page.ts'
import { readCode, readDate, readInteger, readParameters } from '../../v1/parameters.ts'
import { readReturnRequest } from '../../v1/return/route.ts'
import { readAmbiente } from '../body.ts'
import type { CompanyHandler, ConsoleAsked, Member } from '../route.ts'

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

  async 'documentos.devolucion'({ deps, now, params, body }, { company: { companyId, nit } }) {
    const dataKey = await companyDataKey(deps.pool, deps.secrets, companyId)
    const reader = { companyId, nit, ambiente: readAmbiente(params), dataKey }
    const asked = { codigoGeneracion: readCode(params), request: readReturnRequest(body), now }
    const totales = await readReturnTotals(deps.pool, reader, asked)
    if (!totales) throw noDocument()
    return { body: { totales } }
  },

  async huecos({ deps, now, params, query }, { company: { companyId } }) {
    const { year } = readParameters(query, ['year'])
    const wanted = readInteger('year', year, { min: 2000, max: 2999 })
    const of = { companyId, ambiente: readAmbiente(params), year: wanted ?? civilTime(now).year }
    return { body: { year: of.year, series: await findGaps(deps.pool, of) } }
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

interface Asunto {
  readonly clase:
    | 'rechazado'
    | 'contingencia'
    | 'llave_bloqueada'
    | 'firma_bloqueada'
    | 'pedido_de_firma'
    | 'certificado'
    | 'contrasena'
    | 'almacenamiento'
    | 'huecos'
  readonly texto: string
  /** Why, or what follows; null: the page's own words for the class. */
  readonly nota: string | null
  readonly limite: Date | null
  readonly sobre: string | null
  /** Of a rejected document, which `texto` names by its receptor or number. */
  readonly tipoDte: TipoDte | null
}

/** What to attend to, the most urgent first, and the documents of any month and type that wait for their seal. */
async function due(asked: ConsoleAsked, { company: { companyId, rol } }: Member) {
  const { deps, now } = asked
  const of = { companyId, ambiente: readAmbiente(asked.params) }
  const rejected = await findRejected(deps.pool, of, REJECTED_MAX)
  const waiting = { ...of, estados: ['firmado', 'contingencia'] } as const
  const sinSello = await countWaiting(deps.pool, waiting, WAITING_MAX)
  const keys = await listKeys(deps.pool, companyId, now)
  const { certificado, destinos, loginRefused } = await readCompanyStatus(deps.pool, of, now)
  const verified = destinos.flatMap(({ verificadoEl }) => verificadoEl ?? [])
  const storage =
    verified.length > 0 ? verifiedUntil(new Date(Math.max(...verified.map(Number)))) : null
  const gaps = await countGaps(deps.pool, { ...of, year: civilTime(now).year })
  const requests = rol === 'dueno' ? await listRequests(deps.pool, companyId) : []
  const deadlines = await readDeadlines(deps, of, sinSello)
  const esperados = { deadlines, loginRefused: loginRefused !== null }
  const atender = [
    ...rechazados(rejected, now),
    ...sinSelloDe(sinSello, esperados, now),
    ...keys.filter((key) => key.ambiente === of.ambiente).flatMap(bloqueada),
    ...requests.filter(({ ambiente }) => ambiente === of.ambiente).map(pedida),
    ...(certificado ? porVencer(certificado.validTo, now) : []),
    ...(loginRefused ? [rechazada(loginRefused)] : []),
    ...sinVerificar(storage, now),
    ...destinos.flatMap(noRecibe),
    ...(gaps > 0 ? [asunto('huecos', huecosDe(gaps))] : []),
  ]
  return { atender, sinSello }
}

/** More than these are worked off page by page. */
const REJECTED_MAX = 100
/** One more than the page says. */
const WAITING_MAX = 1_000

/** Those that can still be corrected, the least time left first. */
function rechazados(rows: readonly SearchRow[], now: Date): Asunto[] {
  return rows
    .flatMap((row) => {
      const { corregirHasta: limite, receptor, numeroControl, codigoGeneracion, motivo } = row
      if (limite === null || limite <= now) return []
      const texto = receptor?.nombre ?? `…${numeroControl.slice(-6)}`
      const of = { sobre: codigoGeneracion, tipoDte: row.tipoDte }
      return [asunto('rechazado', texto, { limite, nota: motivo, ...of })]
    })
    .toSorted((a, b) => Number(a.limite) - Number(b.limite))
}

function sinSelloDe(
  n: number,
  { deadlines, loginRefused }: { readonly deadlines: Deadlines; readonly loginRefused: boolean },
  now: Date,
): Asunto[] {
  if (n === 0) return []
  const { limiteEvento, limiteDocumentos } = deadlines
  const texto =
    n === 1
      ? 'Un documento firmado espera su sello'
      : `${upTo(n, WAITING_MAX)} documentos firmados esperan su sello`
  const nota = queHacer(esperaDe(deadlines, loginRefused), now)
  return [asunto('contingencia', texto, { nota, limite: limiteEvento ?? limiteDocumentos })]
}

function bloqueada({ label, keyId: sobre, personId, signingLocked, state }: KeySummary): Asunto[] {
  if (!signingLocked || state !== 'active') return []
  const clase = personId === null ? 'llave_bloqueada' : 'firma_bloqueada'
  return [asunto(clase, `Firma bloqueada: ${label}`, { sobre })]
}

/** Only the owner's passphrase gives it. */
const pedida = ({ nombre, requestId: sobre }: SignKeyRequest): Asunto =>
  asunto('pedido_de_firma', `${nombre} pide su firma`, { sobre })

function porVencer(limite: Date, now: Date): Asunto[] {
  const left = limite.getTime() - now.getTime()
  if (left > CERTIFICATE_WARNING_MS) return []
  if (left <= 0) {
    const nota = 'Sin un certificado vigente no se puede emitir.'
    return [asunto('certificado', 'El certificado de firma venció', { nota, limite })]
  }
  const days = Math.ceil(left / DAY_MS)
  const texto = `El certificado de firma vence en ${days === 1 ? 'un día' : `${days} días`}`
  return [asunto('certificado', texto, { limite })]
}

/** `until`: how long the newest verification of a destination counts; null: there is none. */
function sinVerificar(until: Date | null, now: Date): Asunto[] {
  if (until === null || until <= now) {
    return [asunto('almacenamiento', 'Ningún almacenamiento está verificado')]
  }
  if (until.getTime() - now.getTime() > DESTINATION_WARNING_MS) return []
  return [asunto('almacenamiento', 'Verifique el almacenamiento', { limite: until })]
}

const rechazada = ({ why }: LoginRefused): Asunto =>
  asunto(
    'contrasena',
    why === 'expired'
      ? 'La contraseña de la API de Hacienda venció'
      : 'Hacienda no acepta la contraseña de su API',
  )

function noRecibe({ id: sobre, rechaza }: Destino): Asunto[] {
  if (rechaza === null) return []
  return [
    asunto('almacenamiento', 'Un almacenamiento no recibe archivos', { nota: rechaza.por, sobre }),
  ]
}

const huecosDe = (n: number) =>
  n === 1
    ? 'Un número sin documento en la numeración de este año'
    : `${upTo(n, GAPS_COUNTED_MAX)} números sin documento en la numeración de este año`

/** A count that stopped at `max` says so. */
const upTo = (n: number, max: number) => (n < max ? `${n}` : `Más de ${max - 1}`)

const asunto = (clase: Asunto['clase'], texto: string, more: Partial<Asunto> = {}): Asunto => ({
  clase,
  texto,
  nota: null,
  limite: null,
  sobre: null,
  tipoDte: null,
  ...more,
})
