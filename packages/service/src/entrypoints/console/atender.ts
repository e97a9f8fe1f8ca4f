/** What the page Inicio tells people to attend to. */
import type { Ambiente, TipoDte } from '@sello/contract'
import {
  CERTIFICATE_WARNING_MS,
  DAY_MS,
  DESTINATION_WARNING_MS,
} from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { type Deadlines, esperaDe, readDeadlines } from '../../flows/contingency/periods.ts'
import { queHacer } from '../../flows/contingency/que-hacer.ts'
import {
  type CompanyStatus,
  type Destino,
  type LoginRefused,
  readCompanyStatus,
} from '../../ledger/companies/status.ts'
import { verifiedUntil } from '../../ledger/destinations/verified.ts'
import { countWaiting } from '../../ledger/documents/count-waiting.ts'
import { findRejected, type SearchRow } from '../../ledger/documents/search.ts'
import { type KeySummary, listKeys } from '../../ledger/keys/keys.ts'
import { countGaps, GAPS_COUNTED_MAX } from '../../ledger/numbering/gaps.ts'
import type { Rol } from '../../ledger/people/memberships.ts'
import { listRequests, type SignKeyRequest } from '../../ledger/people/sign-key-requests.ts'
import { countPending } from '../../ledger/proposals/store.ts'
import { readAmbiente } from './body.ts'
import type { ConsoleAsked, Member } from './route.ts'

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
    | 'propuesta'
  readonly texto: string
  /** Why, or what follows; null: the page's own words for the class. */
  readonly nota: string | null
  readonly limite: Date | null
  readonly sobre: string | null
  /** Of a rejected document, which `texto` names by its receptor or number. */
  readonly tipoDte: TipoDte | null
}

/** Others see what is proposed, and cannot issue it. */
const ISSUES: ReadonlySet<Rol> = new Set(['dueno', 'administrador', 'emisor'])

/** What is known of a company and one of its environments. */
export interface Known extends Pick<CompanyStatus, 'certificado' | 'destinos' | 'loginRefused'> {
  readonly ambiente: Ambiente
  readonly rol: Rol
  readonly rejected: readonly SearchRow[]
  readonly sinSello: number
  readonly proposed: number
  readonly keys: readonly KeySummary[]
  readonly requests: readonly SignKeyRequest[]
  readonly gaps: number
  readonly deadlines: Deadlines
}

/** What to attend to, the documents of any month and type that wait for their seal, and the sales that wait for a person. */
export async function due(asked: ConsoleAsked, { company: { companyId, rol } }: Member) {
  const { deps, now } = asked
  const of = { companyId, ambiente: readAmbiente(asked.params) }
  const rejected = await findRejected(deps.pool, of, {
    since: new Date(now.getTime() - REJECTED_SINCE_MS),
    limit: REJECTED_MAX,
  })
  const waiting = { ...of, estados: ['firmado', 'contingencia'] } as const
  const sinSello = await countWaiting(deps.pool, waiting, WAITING_MAX)
  const keys = await listKeys(deps.pool, companyId, now)
  const { certificado, destinos, loginRefused } = await readCompanyStatus(deps.pool, of, now)
  const gaps = await countGaps(deps.pool, { ...of, year: civilTime(now).year })
  const requests = rol === 'dueno' ? await listRequests(deps.pool, companyId) : []
  const deadlines = await readDeadlines(deps, of, sinSello)
  const proposed = await countPending(deps.pool, of, now)
  const known = {
    ...{ ambiente: of.ambiente, rol, rejected, sinSello, proposed, keys, requests },
    ...{ certificado, destinos, loginRefused, gaps, deadlines },
  }
  return { atender: asuntosDe(known, now), sinSello, propuestas: proposed }
}

/** The most urgent first. */
export function asuntosDe(known: Known, now: Date): readonly Asunto[] {
  const { ambiente, rol, sinSello, proposed, certificado, destinos, loginRefused, gaps } = known
  const esperados = { deadlines: known.deadlines, loginRefused: loginRefused !== null }
  const verified = destinos.flatMap(({ verificadoEl }) => verificadoEl ?? [])
  const storage =
    verified.length > 0 ? verifiedUntil(new Date(Math.max(...verified.map(Number)))) : null
  return [
    ...rechazados(known.rejected, now),
    ...sinSelloDe(sinSello, esperados, now),
    ...(proposed > 0 && ISSUES.has(rol) ? [asunto('propuesta', propuestasDe(proposed))] : []),
    ...known.keys.filter((key) => key.ambiente === ambiente).flatMap(bloqueada),
    ...known.requests.filter((one) => one.ambiente === ambiente).map(pedida),
    ...(certificado ? porVencer(certificado.validTo, now) : []),
    ...(loginRefused ? [rechazada(loginRefused)] : []),
    ...sinVerificar(storage, now),
    ...destinos.flatMap(noRecibe),
    ...(gaps > 0 ? [asunto('huecos', huecosDe(gaps))] : []),
  ]
}

/** More than these are worked off page by page. */
const REJECTED_MAX = 100
/** A rejection can be corrected for a day; a deferred document is rejected days after it was made. */
const REJECTED_SINCE_MS = 30 * DAY_MS
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

const propuestasDe = (n: number) =>
  n === 1 ? 'Una venta propuesta espera una firma' : `${n} ventas propuestas esperan una firma`

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
