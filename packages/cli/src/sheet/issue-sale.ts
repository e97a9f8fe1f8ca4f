/** One sale of a file: issued, found by its referencia, or refused with a reason. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DteRequest, type Issued, isSelloError, type Sello, SelloError } from '@sello/client'
import { CliError } from '../exit.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Sale } from './sales.ts'

export interface Desk {
  readonly sello: Sello
  readonly ledger: Ledger
  readonly folder: string | null
  /** Waits until the service allows the key another call. */
  waitQuota(seconds: number): Promise<void>
}

/** Errors of the row itself: the others continue. Any other error stops everything. */
const OWN_FAULT: ReadonlySet<string> = new Set([
  'invalid_request',
  'validation_failed',
  'mh_rejected',
  'not_found',
  'amount_limit',
  'reference_in_use',
])

/** Issues the sale, records its outcome in the ledger and writes its files. */
export async function issueSale(desk: Desk, sale: Sale, totalPagar: string | null): Promise<Entry> {
  const { ledger } = desk
  const referencia = ledger.referenciaOf(sale)
  const before = ledger.find(referencia)
  if (before?.estado === 'sellado') return before
  const entry =
    before?.estado === 'contingencia'
      ? await refresh(desk, before)
      : await settle(desk, sale, { referencia, before, totalPagar })
  await ledger.record(entry)
  return entry
}

interface Attempt {
  readonly referencia: string
  readonly before: Entry | null
  readonly totalPagar: string | null
}

async function settle(desk: Desk, sale: Sale, attempt: Attempt): Promise<Entry> {
  const { referencia, before } = attempt
  const { rows, hash, sent } = sale
  const common = { referencia, rows, hash, ...(sent === hash ? {} : { sent }) }
  // Once corrected, in the row or the product, it takes over the rejected document's number.
  const isMended = before?.estado === 'rechazado' && (before.sent ?? before.hash) !== sent
  const corrige = isMended ? before : null
  const request = {
    ...sale.request,
    referencia,
    ...(corrige?.codigoGeneracion ? { corrige: corrige.codigoGeneracion } : {}),
  } as DteRequest
  try {
    const issued = await issuePatiently(desk, request, desk.ledger.keyOf(referencia, request))
    await writeFiles(desk.folder, issued)
    return { ...common, ...factsOf(issued) }
  } catch (error) {
    if (!(error instanceof SelloError)) throw error
    if (isSelloError(error, 'reference_in_use')) {
      const found = await findOwn(desk, error.details.codigoGeneracion, attempt, request)
      if (found) return { ...common, ...found }
    }
    if (error.outcome === 'unknown' || !OWN_FAULT.has(error.code)) throw error
    return { ...common, ...refusalOf(error) }
  }
}

/** Waits for a quota as long as needed, since that does not refuse the sale. */
async function issuePatiently({ sello, waitQuota }: Desk, request: DteRequest, key: string) {
  for (;;) {
    try {
      return await sello.issue(request, { idempotencyKey: key })
    } catch (error) {
      if (!isSelloError(error, 'rate_limited')) throw error
      await waitQuota(error.details.retryAfterSeconds)
    }
  }
}

/**
 * Finds a document with the sale's `referencia` whose Idempotency-Key the service has forgotten. It is this sale's
 * if type and total match. Null: another sale has the referencia, so this one is refused.
 */
async function findOwn(
  desk: Desk,
  codigoGeneracion: string,
  attempt: Attempt,
  request: DteRequest,
) {
  const found = await desk.sello.query(codigoGeneracion)
  const isSame =
    found.tipoDte === request.tipoDte &&
    found.referencia === attempt.referencia &&
    found.totales?.totalPagar === Number(attempt.totalPagar) &&
    attempt.totalPagar !== null
  return isSame ? download(desk, found) : null
}

async function refresh(desk: Desk, before: Entry): Promise<Entry> {
  const found = await desk.sello.query(before.codigoGeneracion ?? '')
  if (found.estado === 'rechazado') {
    return { ...before, estado: 'rechazado', code: 'mh_rejected', message: found.motivo ?? '' }
  }
  return found.estado === 'sellado' ? { ...before, ...(await download(desk, found)) } : before
}

interface Found {
  readonly estado: string
  readonly codigoGeneracion: string
  /** Null for an event, which is never a sale. */
  readonly numeroControl: string | null
  readonly selloRecibido: string | null
  readonly totales: { readonly totalPagar: number } | null
}

async function download({ sello, folder }: Desk, found: Found) {
  const { codigoGeneracion, numeroControl, selloRecibido, totales } = found
  if (numeroControl === null || totales === null) {
    throw new CliError('unavailable', `${codigoGeneracion} no es un documento.`)
  }
  const isSealed = found.estado === 'sellado' || found.estado === 'invalidado'
  if (isSealed && folder !== null) {
    const { bytes: json } = await sello.file(codigoGeneracion)
    const { bytes: pdf } = await sello.file(codigoGeneracion, { kind: 'pdf' })
    await writeBoth(folder, numeroControl, { json, pdf })
  }
  return {
    estado: isSealed ? ('sellado' as const) : ('contingencia' as const),
    ...{ codigoGeneracion, numeroControl, totalPagar: totales.totalPagar },
    ...(selloRecibido === null ? {} : { selloRecibido }),
  }
}

function factsOf(issued: Issued) {
  const { estado, codigoGeneracion, numeroControl, totales } = issued
  const sello = estado === 'sellado' ? { selloRecibido: issued.selloRecibido } : {}
  return { estado, codigoGeneracion, numeroControl, totalPagar: totales.totalPagar, ...sello }
}

function refusalOf(error: SelloError) {
  const { code } = error
  if (isSelloError(error, 'mh_rejected')) {
    const { codigoGeneracion, numeroControl, observaciones } = error.details
    const message = [error.message, ...observaciones].join(' ')
    const numbered = numeroControl === null ? {} : { numeroControl }
    return { estado: 'rechazado' as const, code, message, codigoGeneracion, ...numbered }
  }
  const { issues = [] } = error.details as {
    issues?: readonly { field: string; message: string }[]
  }
  const all = issues.map(({ field, message }) => `${field}: ${message}`)
  const message = all.length > 0 ? all.join(' ') : error.message
  return { estado: 'refused' as const, code, message }
}

async function writeFiles(folder: string | null, issued: Issued): Promise<void> {
  if (folder === null || issued.estado !== 'sellado') return
  await writeBoth(folder, issued.numeroControl, {
    json: Buffer.from(issued.archivoDte),
    pdf: Buffer.from(issued.representacionGrafica, 'base64'),
  })
}

/** Not flushed to disk: a repeat writes the files again until the ledger lists them. */
async function writeBoth(
  folder: string,
  numeroControl: string,
  { json, pdf }: { json: Uint8Array; pdf: Uint8Array },
): Promise<void> {
  if (!/^[\w-]+$/.test(numeroControl)) {
    throw new CliError(
      'unavailable',
      `El servicio respondió un número que no lo es: ${numeroControl}`,
    )
  }
  await writeInto(folder, `${numeroControl}.json`, json)
  await writeFile(join(folder, `${numeroControl}.pdf`), pdf)
}

/** Creates the folder if missing, once rather than for each sale. */
async function writeInto(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(join(folder, name), bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), bytes)
  }
}
