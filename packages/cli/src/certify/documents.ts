/** Makes the documents of a certification that are missing. */
import type { EventoCertificacion, TipoDte } from '@sello/contract'
import { attempt, type Desk, FAILURES_MAX } from './desk.ts'
import { requestOf, tipoOf } from './requests.ts'
import { type Row, referenciaOf, type Serie, type Slot, seriesOf } from './slots.ts'

/**
 * How many documents a series comes to. Those made by hand count too, but 01 remain that returns can be of, and more
 * are made to be invalidated, which may then not count. Those in contingency are 01 as well.
 */
export function sizeOf(desk: Pick<Desk, 'goals' | 'inventory' | 'types'>, serie: Serie): number {
  const goal = (what: TipoDte | EventoCertificacion) => desk.goals.get(what) ?? 0
  if (serie === 'contingencia' || serie === 'invalidacion') return goal(serie)
  const wanted = desk.types.includes(serie) ? goal(serie) : 0
  const missing = Math.max(0, wanted - (desk.inventory.others.get(serie) ?? 0))
  return serie === '01' ? Math.max(goal('retorno'), missing - goal('contingencia')) : missing
}

/** The slots of a series that have no document yet. */
export function missingOf(desk: Desk, serie: Serie): readonly Slot[] {
  const all = Array.from({ length: sizeOf(desk, serie) }, (_, at) => ({ serie, n: at + 1 }))
  return all.filter((slot) => !desk.inventory.made.has(referenciaOf(desk.campaign, slot)))
}

/** Until the series is whole, the run is stopped, or three of them in a row are refused. */
export async function makeSeries(desk: Desk, serie: Serie): Promise<void> {
  let failed = 0
  for (const slot of missingOf(desk, serie)) {
    if (desk.signal.aborted || failed >= FAILURES_MAX) return
    failed = (await makeOne(desk, slot)) ? 0 : failed + 1
  }
}

/** Returns the document; null: it was refused, and noted. */
export async function makeOne(desk: Desk, slot: Slot): Promise<Row | null> {
  const { sello, campaign, receptores, inventory, signal } = desk
  const creditos = seriesOf(inventory, campaign, '03').filter(({ estado }) => estado === 'sellado')
  const request = requestOf(slot, { campaign, receptores, creditos, hoy: desk.hoy() })
  if (request === null) {
    desk.failures.push({ ...slot, motivo: wantsOf(tipoOf(slot)) })
    return null
  }
  const referencia = referenciaOf(campaign, slot)
  const issued = await attempt(desk, slot, () =>
    sello.issue({ ...request, referencia }, { signal }),
  )
  if (issued === null) {
    desk.step('rechazado')
    return null
  }
  const { estado, codigoGeneracion, numeroControl, tipoDte } = issued
  const selloRecibido = issued.estado === 'sellado' ? issued.selloRecibido : null
  const row = { estado, codigoGeneracion, numeroControl, tipoDte, selloRecibido, referencia }
  inventory.made.set(referencia, row)
  desk.step(estado)
  return row
}

const wantsOf = (tipo: TipoDte): string =>
  tipo === '05' || tipo === '06'
    ? 'Hace falta un crédito fiscal (03) sellado de esta certificación: incluya el 03.'
    : 'Hace falta un contribuyente que lo reciba: guarde uno como cliente, o délo con --receivers.'

/**
 * Waits for the seals that are due, and notes what the ministry rejected late. Once it gave up on one, the others wait
 * for the same ministry: the next run finds them.
 */
export async function settle(desk: Desk, deadlineMs: number): Promise<void> {
  const { sello, inventory, signal } = desk
  for (const [referencia, row] of inventory.made) {
    if (signal.aborted) return
    if (row.estado !== 'contingencia' && row.estado !== 'firmado') continue
    const found = await sello
      .waitForSeal(row.codigoGeneracion, { deadlineMs, signal })
      .catch((error: { code?: string }) => {
        if (error.code === 'seal_pending') return null
        throw error
      })
    if (found === null) return
    if (found.estado === 'sellado') {
      const { selloRecibido } = found
      inventory.made.set(referencia, { ...row, estado: 'sellado', selloRecibido })
    } else {
      inventory.made.delete(referencia)
      const motivo = `${row.numeroControl}: ${found.motivo ?? found.estado}`
      desk.failures.push({ serie: row.tipoDte, n: null, motivo })
    }
  }
}
