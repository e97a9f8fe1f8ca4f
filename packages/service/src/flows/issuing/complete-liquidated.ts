/**
 * What a liquidation (08) lists: gathered where the request names nothing, and our own documents that it names by their
 * code completed from the company's index. Source: docs/sources.md#08.
 */
import { type DteRequest, type Issue, Refused } from '@sello/contract'
import {
  type Documento,
  ELECTRONICO,
  importesALiquidar,
  importesDeRetornoALiquidar,
  readEventoDeRetorno,
} from '@sello/fiscal'
import type { Pool } from '../../base/db/pool.ts'
import type { Reader } from '../../ledger/documents/find.ts'
import {
  assertTercerosRead,
  type DeTercero,
  estadoToList,
  findLiquidaciones,
  findToLiquidate,
  keyOf,
  type Listado,
  terceroOf,
} from '../../ledger/documents/tercero.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import type { Caller } from '../context.ts'
import { findOrigen, type Origen, readOrigen } from './complete-related.ts'

type Liquidacion = NonNullable<DteRequest['liquidacion']>
type Entry = NonNullable<Liquidacion['documentos']>[number]

export interface WithLiquidated {
  readonly request: DteRequest
  readonly problems: readonly Issue[]
  readonly liquidados: Liquidados
}

/** What commit 1 takes. */
export interface Liquidados {
  readonly all: readonly Listado[]
  /** The codes of our documents, with the state that each must still have. */
  readonly ours: readonly Listado[]
  /** The service found them: another call may have listed them meanwhile, and a repeat gathers again. */
  readonly gathered: boolean
}

const NADA_LIQUIDADO: Liquidados = { all: [], ours: [], gathered: false }

/** The structure allows no more lines. */
const DOCUMENTOS_MAX = 500
const RETORNO = '18'
const RULE = 'CT-108'

/** Refuses a code that this company and environment do not have (404). */
export async function completeLiquidated(
  ctx: Caller,
  request: DteRequest,
): Promise<WithLiquidated> {
  const { liquidacion } = request
  if (!liquidacion) return { request, problems: [], liquidados: NADA_LIQUIDADO }
  return liquidacion.documentos === undefined
    ? gather(ctx, request, liquidacion)
    : complete(ctx, request, { ...liquidacion, documentos: liquidacion.documentos })
}

async function gather(
  ctx: Caller,
  request: DteRequest,
  { periodo }: Liquidacion,
): Promise<WithLiquidated> {
  const tercero = request.receptor?.numDocumento ?? ''
  const { found, documentos, domicilio } = await readLiquidables(ctx.pool, readerOf(ctx), {
    ...{ tercero, periodo },
  })
  const ours = found.map((one) => ({ ...one, numero: one.codigoGeneracion }))
  return {
    request: { ...withDomicilio(request, domicilio), liquidacion: { periodo, documentos } },
    problems: documentos.length > 0 ? [] : [nothing(periodo)],
    liquidados: {
      all: ours,
      ours: ours.filter(({ tipoDte }) => tipoDte !== RETORNO),
      gathered: true,
    },
  }
}

export interface Liquidables {
  readonly found: readonly DeTercero[]
  /** Each in full, as a request would have it. */
  readonly documentos: Entry[]
  /** Where the principal lives, as its documents say; null: they do not. */
  readonly domicilio: number | null
}

/** What a liquidation to this principal for this month would list, as many as it can. */
export async function readLiquidables(
  pool: Pool,
  reader: Reader,
  asked: { readonly tercero: string; readonly periodo: string },
): Promise<Liquidables> {
  const tercero = asked.tercero.replaceAll('-', '')
  await assertTercerosRead(pool, reader)
  const limit = DOCUMENTOS_MAX
  const found = fitting(await findToLiquidate(pool, reader, { ...asked, tercero, limit }))
  const read = found.map(readDeTercero)
  const domicilio = read.find(({ domiciliado }) => domiciliado !== null)?.domiciliado ?? null
  return { found, documentos: read.map(({ entry }) => entry), domicilio }
}

/** What one lists. What takes back comes with the first that add: none waits for ever behind a full liquidation. */
export const fitting = <T extends Pick<DeTercero, 'invalidado'>>(all: readonly T[]): readonly T[] =>
  all.toSorted((a, b) => Number(b.invalidado) - Number(a.invalidado)).slice(0, DOCUMENTOS_MAX)

function nothing(periodo: string): Issue {
  const message = `No hay nada por liquidar a este mandante en ${periodo}: ni ventas selladas por su cuenta que no estén en una liquidación, ni invalidaciones de lo liquidado.`
  return { field: 'liquidacion.periodo', rule: RULE, message }
}

interface Read {
  readonly entry: Entry
  readonly domiciliado: number | null
}

function readDeTercero({
  tipoDte,
  codigoGeneracion,
  fecEmi,
  invalidado,
  payload,
}: DeTercero): Read {
  const named = {
    tipoDocumento: tipoDte,
    numeroDocumento: codigoGeneracion,
    fechaEmision: fecEmi,
    tipoGeneracion: ELECTRONICO as 2,
    ...(invalidado ? { invalidado } : {}),
  }
  if (tipoDte === RETORNO) {
    const amounts = importesDeRetornoALiquidar(readEventoDeRetorno(payload))
    return { entry: { ...named, ...amounts } as Entry, domiciliado: null }
  }
  const documento = readOrigen(payload)
  const entry = { ...named, ...importesALiquidar(documento) } as Entry
  return { entry, domiciliado: domicilioOf(documento) }
}

function domicilioOf(documento: Documento): number | null {
  const { ventaTercero } = documento as {
    readonly ventaTercero?: { readonly codDomiciliado: number | null } | null
  }
  return ventaTercero?.codDomiciliado ?? null
}

/** The request with where its principal lives: as its documents say, unless it says so itself. */
export function withDomicilio(request: DteRequest, codDomiciliado: number | null): DteRequest {
  const { receptor } = request
  if (!receptor || codDomiciliado === null || (receptor.codDomiciliado ?? null) !== null) {
    return request
  }
  return { ...request, receptor: { ...receptor, codDomiciliado: codDomiciliado as 1 | 2 } }
}

async function complete(
  ctx: Caller,
  request: DteRequest,
  { periodo, documentos: entries }: Liquidacion & { readonly documentos: readonly Entry[] },
): Promise<WithLiquidated> {
  const ours = new Map<number, Origen>()
  for (const [at, entry] of entries.entries()) {
    const origen = isElectronic(entry) ? await findOrigen(ctx, entry, at) : null // one after the other: each may be large
    if (origen) ours.set(at, origen)
    else if (entry.codigoGeneracion !== undefined) throw notFound(entry.codigoGeneracion, at)
  }
  const documentos = entries.map((entry, at) => {
    const origen = ours.get(at)
    return origen ? inFull(origen, entry) : entry
  })
  const all = documentos.map(listadoOf)
  const taken = await findLiquidaciones(ctx.pool, ctx.key, all)
  const domicilio = [...ours.values()].map(({ documento }) => domicilioOf(documento))[0] ?? null
  const completed = withDomicilio(request, domicilio)
  const tercero = completed.receptor?.numDocumento?.replaceAll('-', '') ?? null
  return {
    request: { ...completed, liquidacion: { periodo, documentos } },
    problems: documentos.flatMap((_, at) => {
      const listed = all[at] as Listado
      const message =
        problemOf(ours.get(at), { entry: entries[at] as Entry, listed, tercero }) ??
        listedAlready(listed, taken.get(keyOf(listed)))
      const field = `cuerpoDocumento[${at}].numeroDocumento`
      return message === null ? [] : [{ field, rule: RULE, message }]
    }),
    liquidados: {
      all,
      ours: all.filter((_, at) => ours.has(at)),
      gathered: false,
    },
  }
}

/** The number of a paper is nobody's code. */
function isElectronic({ tipoGeneracion = ELECTRONICO }: Entry): boolean {
  return tipoGeneracion === ELECTRONICO
}

function inFull({ codigoGeneracion, documento }: Origen, entry: Entry): Entry {
  const { codigoGeneracion: _, ...said } = entry
  return {
    tipoDocumento: documento.identificacion.tipoDte,
    numeroDocumento: codigoGeneracion,
    fechaEmision: documento.identificacion.fecEmi,
    tipoGeneracion: ELECTRONICO,
    ...importesALiquidar(documento),
    ...said,
  } as Entry
}

const CODIGO = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** As it is listed: an electronic code in capitals, the number of a paper as it is written. */
export function listadoOf({
  tipoDocumento = '',
  numeroDocumento = '',
  invalidado = false,
}: Entry): Listado {
  const numero = CODIGO.test(numeroDocumento) ? numeroDocumento.toUpperCase() : numeroDocumento
  return { tipoDte: tipoDocumento, numero, invalidado }
}

/** Why a document of ours cannot be liquidated as the request says; null: it can. */
export function problemOf(
  origen: Origen | undefined,
  {
    entry,
    listed,
    tercero,
  }: { readonly entry: Entry; readonly listed: Listado; readonly tercero: string | null },
): string | null {
  if (!origen) return null
  const { codigoGeneracion, estado, documento } = origen
  if (entry.codigoGeneracion === undefined) {
    return `El documento ${codigoGeneracion} lo emitió esta empresa: nómbrelo por su codigoGeneracion, y sus montos se toman de él.`
  }
  if (terceroOf(documento) !== tercero) {
    return `El documento ${codigoGeneracion} no se emitió por cuenta de este mandante (ventaTercero); quítelo.`
  }
  if (estado === estadoToList(listed)) return null
  return listed.invalidado
    ? `El documento ${codigoGeneracion} está ${estado}, y se reporta como invalidado; quite invalidado.`
    : `El documento ${codigoGeneracion} está ${estado}: se liquida uno sellado.`
}

function listedAlready({ numero, invalidado }: Listado, liquidacion?: string): string | null {
  if (liquidacion === undefined) return null
  const how = invalidado ? 'ya está como invalidado' : 'ya está'
  return `El documento ${numero} ${how} en la liquidación ${liquidacion}; quítelo.`
}

function notFound(codigoGeneracion: string, at: number) {
  const field = `liquidacion.documentos[${at}].codigoGeneracion`
  return new Refused(
    'not_found',
    `${field}: esta empresa no tiene el documento ${codigoGeneracion.toUpperCase()} en este ambiente. Corrija el código, o escriba el documento completo si se emitió fuera de Sello.`,
    { field },
  )
}
