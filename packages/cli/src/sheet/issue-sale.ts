/** One sale of a file: issued, found by its referencia, or refused with a reason. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DteRequest, type Issued, isSelloError, type Sello, SelloError } from '@sello/client'
import { createBeside } from '../calling/new-file.ts'
import type { QuotaUsed } from '../calling/quota.ts'
import { isOfTheRequest, reasonOf } from '../calling/refused.ts'
import { CliError } from '../exit.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Sale } from './sales.ts'
import { differenceOf } from './same-sale.ts'

export interface Desk {
  readonly sello: Sello
  readonly ledger: Ledger
  readonly folder: string | null
  /** Waits until the service allows the key another call. */
  waitQuota(used: QuotaUsed): Promise<void>
}

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
      return { ...common, ...(await findHolder(desk, sale, attempt, error)) }
    }
    if (!isOfTheRequest(error)) throw error
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
      await waitQuota(error.details)
    }
  }
}

/**
 * The document that has the sale's `referencia`. It is this sale's if it says the same: another file issued it, or the
 * service has forgotten its Idempotency-Key. Otherwise another sale has the referencia, and this one is refused.
 */
async function findHolder(
  desk: Desk,
  sale: Sale,
  { totalPagar }: Attempt,
  { code, details }: { code: string; details: { readonly codigoGeneracion: string } },
) {
  const found = await desk.sello.query(details.codigoGeneracion)
  const { numeroControl, codigoGeneracion, fecEmi } = found
  const differs = differenceOf(found, sale, totalPagar)
  if (differs === null) return { ...(await download(desk, found)), previo: fecEmi }
  const message = `la referencia ya la tiene ${numeroControl ?? codigoGeneracion}, del ${fecEmi}, y ${differs}. No se emitió; si es una venta nueva, póngale otra referencia.`
  return { estado: 'refused' as const, code, message }
}

async function refresh(desk: Desk, before: Entry): Promise<Entry> {
  const found = await desk.sello.query(before.codigoGeneracion ?? '')
  if (found.estado === 'rechazado') {
    return { ...before, estado: 'rechazado', code: 'mh_rejected', message: found.motivo ?? '' }
  }
  return isSealed(found) ? { ...before, ...(await download(desk, found)) } : before
}

/** The seal of an invalidated document stays. */
const isSealed = ({ estado }: Pick<Found, 'estado'>) =>
  estado === 'sellado' || estado === 'invalidado'

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
  if (isSealed(found) && folder !== null) {
    const { bytes: json } = await sello.file(codigoGeneracion)
    const { bytes: pdf } = await sello.file(codigoGeneracion, { kind: 'pdf' })
    await writeBoth(folder, numeroControl, { json, pdf })
  }
  return {
    estado: isSealed(found) ? ('sellado' as const) : ('contingencia' as const),
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
  const message = reasonOf(error)
  if (!isSelloError(error, 'mh_rejected')) return { estado: 'refused' as const, code, message }
  const { codigoGeneracion, numeroControl } = error.details
  const numbered = numeroControl === null ? {} : { numeroControl }
  return { estado: 'rechazado' as const, code, message, codigoGeneracion, ...numbered }
}

async function writeFiles(folder: string | null, issued: Issued): Promise<void> {
  if (folder === null || issued.estado !== 'sellado') return
  await writeBoth(folder, issued.numeroControl, {
    json: Buffer.from(issued.archivoDte),
    pdf: Buffer.from(issued.representacionGrafica, 'base64'),
  })
}

/** A repeat creates the files again until the ledger lists them. Another company's number may have the same name. */
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
  await createIn(folder, `${numeroControl}.json`, json)
  await createIn(folder, `${numeroControl}.pdf`, pdf)
}

/** Creates the folder if missing, once rather than for each sale. Another run may have removed the draft. */
async function createIn(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  const create = () => createBeside(join(folder, name), bytes, { flush: false })
  try {
    await create()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(folder, { recursive: true })
    await create()
  }
}
