/**
 * Our purchases from excluded subjects (14) on which a retention (07) is made, from the company's index: one named by
 * code alone is filled in, and one given in full is held to what was issued. Other documents of a retention are the
 * supplier's, and are taken as given. Source: docs/sources.md#07.
 */
import { type DteRequest, type Issue, Refused } from '@sello/contract'
import { resumenDe, toNumber } from '@sello/fiscal'
import type { Caller } from '../context.ts'
import { findOrigen, inFull as named, type Origen } from './complete-related.ts'

type Listed = NonNullable<DteRequest['retencion']>['documentos'][number]

export interface WithRetained {
  readonly request: DteRequest
  readonly problems: readonly Issue[]
}

const RULE = 'IV-retencion'
const SUJETO_EXCLUIDO = '14'

/** Refuses a code that this company and environment do not have (404). */
export async function completeRetained(ctx: Caller, request: DteRequest): Promise<WithRetained> {
  const { retencion } = request
  if (!retencion) return { request, problems: [] }
  const ours: Origen[] = []
  for (const [at, entry] of retencion.documentos.entries()) {
    const origen = isAsked(entry) ? await findOrigen(ctx, entry, at) : null // one after the other: each may be large
    if (origen) ours.push(origen)
    else if (entry.codigoGeneracion !== undefined) throw notFound(entry.codigoGeneracion, at)
  }
  const completed = { ...request, ...completedBy(ours, retencion.documentos, request) }
  return { request: completed, problems: ours.flatMap((origen) => check(origen, completed)) }
}

/** Only those that may be ours. */
function isAsked({ codigoGeneracion, tipoDocumento }: Listed): boolean {
  return codigoGeneracion !== undefined || tipoDocumento === SUJETO_EXCLUIDO
}

function completedBy(
  ours: readonly Origen[],
  documentos: readonly Listed[],
  { receptor }: DteRequest,
): Pick<DteRequest, 'receptor' | 'retencion'> {
  const at = new Map(ours.map((origen) => [origen.at, origen]))
  const [first] = ours
  return {
    retencion: {
      documentos: documentos.map((entry, i) => {
        const origen = entry.codigoGeneracion === undefined ? undefined : at.get(i)
        return origen ? inFull(origen, entry) : entry
      }),
    },
    receptor: receptor ?? (first && sellerOf(first)) ?? null,
  }
}

/** Stated members win: a part of a purchase, another code. */
function inFull(origen: Origen, entry: Listed): Listed {
  const { codigoGeneracion: _, ...said } = entry
  const { subTotal } = resumenDe(origen.documento) as {
    readonly subTotal?: Parameters<typeof toNumber>[0]
  }
  return {
    ...named(origen),
    ...(subTotal === undefined ? {} : { monto: toNumber(subTotal) }),
    ...said,
  }
}

/** Only of a purchase: the receptor of a sale is no supplier. */
function sellerOf({ documento }: Origen): DteRequest['receptor'] | undefined {
  if (documento.identificacion.tipoDte !== SUJETO_EXCLUIDO) return undefined
  return documento.receptor as DteRequest['receptor']
}

function check(origen: Origen, request: DteRequest): readonly Issue[] {
  const message = problemOf(origen, request)
  const field = `cuerpoDocumento[${origen.at}].numeroDocumento`
  return message === null ? [] : [{ field, rule: RULE, message }]
}

/** Why a document of ours cannot be retained from as the request says; null: it can. */
export function problemOf(
  { at, codigoGeneracion, estado, documento }: Origen,
  { receptor, retencion }: DteRequest,
): string | null {
  const { tipoDte, fecEmi } = documento.identificacion
  if (tipoDte !== SUJETO_EXCLUIDO) {
    return `El documento ${codigoGeneracion} es del tipo ${tipoDte} y lo emitió esta empresa: se retiene sobre lo que emitió el proveedor, o sobre una factura de sujeto excluido (14).`
  }
  if (estado !== 'sellado') {
    return `El documento ${codigoGeneracion} está ${estado}: se retiene sobre uno sellado.`
  }
  const seller = documento.receptor as { readonly numDocumento?: string | null }
  if (seller.numDocumento !== receptor?.numDocumento?.replaceAll('-', '')) {
    return `El documento ${codigoGeneracion} es de otro sujeto excluido; haga un comprobante para cada uno.`
  }
  const entry = retencion?.documentos[at]
  return entry?.fechaEmision === fecEmi
    ? null
    : `El documento ${codigoGeneracion} es del ${fecEmi}; corrija la fecha.`
}

function notFound(codigoGeneracion: string, at: number) {
  const field = `retencion.documentos[${at}].codigoGeneracion`
  return new Refused(
    'not_found',
    `${field}: esta empresa no tiene el documento ${codigoGeneracion.toUpperCase()} en este ambiente. Corrija el código, o escriba el documento del proveedor completo.`,
    { field },
  )
}
