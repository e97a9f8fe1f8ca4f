/** Makes the events of a certification that are missing. What each document already has decides. */
import type { InvalidationRequest } from '@sello/client'
import type { EventoCertificacion } from '@sello/contract'
import { attempt, type Desk, FAILURES_MAX } from './desk.ts'
import { makeOne, missingOf, settle } from './documents.ts'
import { type Row, type Serie, seriesOf } from './slots.ts'

/** Sealed events by kind. */
export type EventCounts = Readonly<Record<EventoCertificacion, number>>

/** As the service has them now. */
export async function countEvents(desk: Desk): Promise<EventCounts> {
  const { sello, signal, inventory, campaign } = desk
  let [contingencia, retorno] = [0, 0]
  for (const { codigoGeneracion } of sealedOf(desk, 'contingencia')) {
    const { documento } = await sello.query(codigoGeneracion, {}, { signal })
    const { identificacion } = (documento ?? {}) as Signed
    contingencia += identificacion?.tipoOperacion === CONTINGENCIA ? 1 : 0
  }
  for (const row of returnedOf(desk)) {
    retorno += (await isReturned(desk, row)) ? 1 : 0
  }
  const invalidated = seriesOf(inventory, campaign, 'invalidacion').filter(
    ({ estado }) => estado === 'invalidado',
  )
  return { contingencia, retorno, invalidacion: invalidated.length }
}

interface Signed {
  readonly identificacion?: { readonly tipoOperacion: number }
}

/** CAT-004: a document that an event of contingency listed. */
const CONTINGENCIA = 2

const sealedOf = (desk: Desk, serie: Serie): readonly Row[] =>
  seriesOf(desk.inventory, desk.campaign, serie).filter(({ estado }) => estado === 'sellado')

/** The documents that returns are of. */
const returnedOf = (desk: Desk): readonly Row[] =>
  sealedOf(desk, '01').slice(0, desk.goals.get('retorno') ?? 0)

async function isReturned({ sello, signal }: Desk, { codigoGeneracion }: Row): Promise<boolean> {
  const { retornos } = await sello.query(codigoGeneracion, {}, { signal })
  return retornos.some(({ estado }) => estado === 'sellado')
}

/** A part of each of some 01 comes back. */
export async function makeReturns(desk: Desk): Promise<void> {
  const { sello, signal } = desk
  const request = { items: [{ linea: 1, cantidad: 0.5 }] }
  await eachOf(desk, returnedOf(desk), async (row) => {
    if (await isReturned(desk, row)) return true
    const made = await attempt(desk, { serie: 'retorno', n: null }, () =>
      sello.return(row.codigoGeneracion, request, { signal }),
    )
    return made !== null
  })
}

/** 01 that nothing else is about are cancelled. */
export async function makeInvalidations(
  desk: Desk,
  responsable: Persona | undefined,
): Promise<void> {
  const { sello, signal, inventory, campaign, failures, goals } = desk
  if (responsable === undefined) {
    if (!goals.get('invalidacion')) return
    const motivo = 'Diga quién responde ante Hacienda, con --responsible.'
    failures.push({ serie: 'invalidacion', n: null, motivo })
    return
  }
  const request: InvalidationRequest = { tipoAnulacion: 2, responsable, solicita: responsable }
  await eachOf(desk, seriesOf(inventory, campaign, 'invalidacion'), async (row) => {
    if (row.estado !== 'sellado') return row.estado === 'invalidado'
    const done = await attempt(desk, { serie: 'invalidacion', n: null }, () =>
      sello.invalidate(row.codigoGeneracion, request, { signal }),
    )
    if (done) inventory.made.set(row.referencia ?? '', { ...row, estado: 'invalidado' })
    return done !== null
  })
}

export type Persona = InvalidationRequest['responsable']

/**
 * Outages with one document in each: announced, since the ministry's cannot be ordered. The document is
 * signed and not sent; the event lists it; then it is sent. Each has an event of its own.
 */
export async function makeContingencies(desk: Desk): Promise<void> {
  const { signal, outages, failures } = desk
  const missing = missingOf(desk, 'contingencia')
  await outages?.end()
  await closeAll(desk)
  if (missing.length > 0 && outages === null) {
    const motivo = 'Los hace quien opera el servicio, en esa máquina, con --outages.'
    failures.push({ serie: 'contingencia', n: null, motivo })
  }
  let failed = 0
  for (const slot of missing) {
    if (signal.aborted || failed >= FAILURES_MAX || outages === null) return
    const row = await outages.during(() => makeOne(desk, slot))
    failed = row?.estado === 'contingencia' ? 0 : failed + 1
    await closeAll(desk)
  }
}

/** Signs and sends the events that are due, once the outage is over, and waits for the seals. */
async function closeAll(desk: Desk): Promise<void> {
  const { sello, signal } = desk
  const waits = () =>
    seriesOf(desk.inventory, desk.campaign, 'contingencia').some(
      ({ estado }) => estado !== 'sellado',
    )
  for (let tries = 0; tries < CLOSINGS_MAX && waits() && !signal.aborted; tries += 1) {
    try {
      await sello.closeContingency({}, { signal })
      await settle(desk, SETTLING_MS)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== 'contingency_open') throw error
      await desk.pause(CLOSING_MS)
    }
  }
}

/** The service asks the ministry whether it is back, each second at first. */
const CLOSINGS_MAX = 60
const CLOSING_MS = 1_000
/** The ministry takes seconds for the documents of an event. */
const SETTLING_MS = 2 * 60_000

/** Until three in a row are refused, or the run is stopped. */
async function eachOf(
  { signal }: Desk,
  rows: readonly Row[],
  make: (row: Row) => Promise<boolean>,
): Promise<void> {
  let failed = 0
  for (const row of rows) {
    if (signal.aborted || failed >= FAILURES_MAX) return
    failed = (await make(row)) ? 0 : failed + 1
  }
}
