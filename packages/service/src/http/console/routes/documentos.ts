/** Search and sums of a company's documents, and upcoming deadlines: the pages Documentos and Inicio. */
import { type Estado, TIPOS_DTE } from '@sello/contract'
import { TIPOS } from '@sello/fiscal'
import { findGaps } from '../../../admin/gaps.ts'
import { listKeys } from '../../../admin/keys.ts'
import { listStorage } from '../../../admin/storage.ts'
import { companyDataKey } from '../../../companies/data-key.ts'
import { listCertificates } from '../../../companies/setup.ts'
import { readCursor, writeCursor } from '../../../documents/cursor.ts'
import {
  type Day,
  SEARCHED,
  type SearchFilters,
  searchDocuments,
  sumDays,
  sumDocuments,
} from '../../../documents/search.ts'
import { readSaldo } from '../../../issuing/credits.ts'
import { verifiedUntil } from '../../../storage/verified.ts'
import { CERTIFICATE_WARNING_MS, DAY_MS, DESTINATION_WARNING_MS } from '../../../time/durations.ts'
import { civilTime } from '../../../time/el-salvador.ts'
import { refuseFields } from '../../body.ts'
import { noDocument, readCode } from '../../code.ts'
import { readInteger, readParameters } from '../../parameters.ts'
import { readAmbiente } from '../body.ts'
import type { CompanyRoute, ConsoleAsked, Member } from '../route.ts'

const SEE = ['D', 'A', 'E', 'L', 'C'] as const
const FILTERS = ['q', 'desde', 'hasta', 'tipo', 'estado', 'receptor', 'porCorregir'] as const
const LIMIT_DEFAULT = 50
/** A page that exports requests this many rows at a time. */
const LIMIT_MAX = 500

export const DOCUMENTOS_ROUTES: readonly CompanyRoute[] = [
  {
    name: 'documentos',
    method: 'GET',
    path: '/:empresa/:ambiente(^0[01]$)/documentos',
    who: SEE,
    async handle({ deps, params, query }, { company }) {
      const parameters = readParameters(query, [...FILTERS, 'limit', 'cursor'])
      const of = { companyId: company.companyId, ambiente: readAmbiente(params) }
      const filters = readSearch(parameters)
      const limit = readInteger('limit', parameters.limit, { min: 1, max: LIMIT_MAX })
      const list = JSON.stringify(['consola', of, filters])
      const { cursor } = parameters
      const after = cursor === null ? null : readCursor(deps.secrets, list, cursor)
      if (cursor !== null && after === null) refuse('cursor', 'no es el "siguiente" de esta lista.')
      const wanted = { after, limit: limit ?? LIMIT_DEFAULT }
      const { rows, last } = await searchDocuments(deps.pool, { ...of, filters }, wanted)
      const siguiente = last && writeCursor(deps.secrets, list, last)
      return { body: { documentos: rows, siguiente } }
    },
  },
  {
    name: 'documentos.totales',
    method: 'GET',
    path: '/:empresa/:ambiente(^0[01]$)/documentos/totales',
    who: SEE,
    async handle({ deps, params, query }, { company }) {
      const filters = readSearch(readParameters(query, FILTERS))
      const of = { companyId: company.companyId, ambiente: readAmbiente(params), filters }
      return { body: { grupos: await sumDocuments(deps.pool, of) } }
    },
  },
  {
    name: 'documentos.saldo',
    method: 'GET',
    path: '/:empresa/:ambiente(^0[01]$)/documentos/:codigoGeneracion/saldo',
    who: ['D', 'A', 'E'],
    async handle({ deps, params }, { company: { companyId, nit } }) {
      const dataKey = await companyDataKey(deps.pool, deps.secrets, companyId)
      const reader = { companyId, nit, ambiente: readAmbiente(params), dataKey }
      const saldo = await readSaldo(deps.pool, reader, readCode(params))
      if (!saldo) throw noDocument()
      return { body: { saldo: JSON.parse(JSON.stringify(saldo, exactly)) } }
    },
  },
  {
    name: 'huecos',
    method: 'GET',
    path: '/:empresa/:ambiente(^0[01]$)/huecos',
    who: ['D', 'A', 'L', 'C'],
    async handle({ admin, now, params, query }, { company }) {
      const { year } = readParameters(query, ['year'])
      const wanted = readInteger('year', year, { min: 2000, max: 2999 })
      const of = { ambiente: readAmbiente(params), year: wanted ?? civilTime(now).year }
      return { body: { year: of.year, series: await findGaps(admin, company.nit, of) } }
    },
  },
  {
    name: 'inicio',
    method: 'GET',
    path: '/:empresa/:ambiente(^0[01]$)/inicio',
    who: SEE,
    async handle(asked, member) {
      const of = { companyId: member.company.companyId, ambiente: readAmbiente(asked.params) }
      const filters = readSearch(readParameters({}, FILTERS))
      const newest = { after: null, limit: 8 }
      const { rows } = await searchDocuments(asked.deps.pool, { ...of, filters }, newest)
      return {
        body: { atender: await due(asked, member), mes: await month(asked, of), ultimos: rows },
      }
    },
  },
]

/** Amounts in hundred-millionths of a dollar, as texts, so that the page computes with exact integers. */
const exactly = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

type Parameters = Readonly<Record<(typeof FILTERS)[number], string | null>>

/** 400 for an unknown type or state, and for an invalid date. */
function readSearch(given: Parameters): SearchFilters {
  const { q, receptor } = given
  for (const [field, text] of Object.entries({ q, receptor })) {
    if (text !== null && (text.length > 200 || text.includes('\0')))
      refuse(field, 'no es un texto que se busque.')
  }
  const estados = given.porCorregir === 'true' ? 'rechazado' : given.estado
  return {
    q: blankIsNull(q),
    receptor: blankIsNull(receptor),
    desde: readDay('desde', given.desde),
    hasta: readDay('hasta', given.hasta),
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

function readDay(field: string, text: string | null): string | null {
  if (text === null) return null
  const day = new Date(`${text}T00:00:00Z`)
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !text.startsWith('0000') && !Number.isNaN(day.getTime())
  if (isDay && day.toISOString().startsWith(text)) return text
  return refuse(field, 'debe ser una fecha que exista, como AAAA-MM-DD.')
}

const refuse = (field: string, message: string): never => refuseFields([{ field, message }])

const SALES = TIPOS_DTE.filter((tipo) => TIPOS[tipo].ventas !== 0)

async function month(
  { deps, now }: ConsoleAsked,
  of: { companyId: string; ambiente: '00' | '01' },
) {
  const hasta = civilTime(now).fecEmi
  const desde = `${hasta.slice(0, 8)}01`
  const before = new Date(new Date(`${desde}T00:00:00Z`).getTime() - DAY_MS)
    .toISOString()
    .slice(0, 10)
  const days = { desde: `${before.slice(0, 8)}01`, hasta, tipos: SALES }
  const all = await sumDays(deps.pool, of, days)
  const [own, earlier] = [
    all.filter((day) => day.fecha >= desde),
    all.filter((day) => day.fecha < desde),
  ]
  return {
    desde,
    vendido: cents(own, (day) => day.monto),
    ivaDebito: cents(own, (day) => day.iva),
    documentos: own.reduce((n, day) => n + day.documentos, 0),
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
    vendido: cents(
      days.filter((day) => day.fecha === fecha),
      (day) => day.monto,
    ),
  }))
}

interface Asunto {
  readonly clase:
    | 'rechazado'
    | 'contingencia'
    | 'llave_bloqueada'
    | 'certificado'
    | 'almacenamiento'
    | 'huecos'
  readonly texto: string
  readonly limite: Date | null
  readonly sobre: string | null
}

/** What needs attention, most urgent first. */
async function due(asked: ConsoleAsked, { company }: Member): Promise<readonly Asunto[]> {
  const { deps, now, admin } = asked
  const ambiente = readAmbiente(asked.params)
  const { companyId, nit } = company
  const of = { companyId, ambiente }
  const open = { ...readSearch(readParameters({}, FILTERS)) }
  const rejected = await searchDocuments(
    deps.pool,
    { ...of, filters: { ...open, estados: ['rechazado'] } },
    { after: null, limit: 20 },
  )
  const waiting = await sumDocuments(deps.pool, {
    ...of,
    filters: { ...open, estados: ['firmado', 'contingencia'] },
  })
  const unsealed = waiting.reduce((n, group) => n + group.documentos, 0)
  const keys = (await listKeys(admin, nit)).filter((key) => key.ambiente === ambiente)
  const certificate = (await listCertificates(deps.pool, companyId))[ambiente]
  const verified = (await listStorage(admin, nit)).flatMap(({ verifiedAt }) => verifiedAt ?? [])
  const storage =
    verified.length > 0 ? verifiedUntil(new Date(Math.max(...verified.map(Number)))) : null
  const series = await findGaps(admin, nit, { ambiente, year: civilTime(now).year })
  const gaps = series.reduce(
    (n, one) => n + one.gaps.filter(({ estado }) => estado === null).length,
    0,
  )
  const soon = (date: Date, ms: number) => date.getTime() < now.getTime() + ms
  return [
    ...rejected.rows
      .filter(({ corregirHasta }) => corregirHasta && corregirHasta > now)
      .map((row) => ({
        clase: 'rechazado' as const,
        texto: `Hacienda rechazó ${row.numeroControl}${row.receptor?.nombre ? `, de ${row.receptor.nombre}` : ''}.`,
        limite: row.corregirHasta,
        sobre: row.codigoGeneracion,
      })),
    ...(unsealed > 0
      ? [
          asunto(
            'contingencia',
            unsealed === 1
              ? 'Un documento firmado sin sello.'
              : `${unsealed} documentos firmados sin sello.`,
          ),
        ]
      : []),
    ...keys
      .filter(({ signingLocked, state }) => signingLocked && state === 'active')
      .map((key) => ({
        ...asunto('llave_bloqueada', `Firma bloqueada: ${key.label}.`),
        sobre: key.keyId,
      })),
    ...(certificate && soon(certificate.validTo, CERTIFICATE_WARNING_MS)
      ? [
          {
            ...asunto('certificado', 'El certificado está por vencer.'),
            limite: certificate.validTo,
          },
        ]
      : []),
    ...(storage === null
      ? [
          asunto(
            'almacenamiento',
            'No hay un destino de almacenamiento verificado: no se puede emitir.',
          ),
        ]
      : soon(storage, DESTINATION_WARNING_MS)
        ? [
            {
              ...asunto('almacenamiento', 'El almacenamiento está por quedar sin verificar.'),
              limite: storage,
            },
          ]
        : []),
    ...(gaps > 0
      ? [asunto('huecos', `${gaps} números sin documento en la numeración de este año.`)]
      : []),
  ]
}

const asunto = (clase: Asunto['clase'], texto: string): Asunto => ({
  clase,
  texto,
  limite: null,
  sobre: null,
})
