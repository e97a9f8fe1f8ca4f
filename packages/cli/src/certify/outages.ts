/** Outages of the ministry that the certification announces itself, since the ministry's cannot be ordered. */
import type { Sello } from '@sello/client'
import { administer } from '../database.ts'
import { CliError } from '../exit.ts'
import type { Io } from '../io.ts'
import type { Outages } from './desk.ts'

/** A window that a killed run left behind ends by itself, if no other run ends it. */
const WINDOW_MS = 5 * 60_000
const REASON = 'Certificación'

/** How long a service takes to know of a window, and how much later each of its processes does. */
const KNOWN_MS_MAX = 30_000
const LOOK_MS = 1_000
const EACH_PROCESS_MS = 2_000

interface Operated {
  readonly io: Io
  readonly options: { readonly dataDir?: string }
  readonly sello: Sello
  readonly signal: AbortSignal
  readonly wait: (ms: number) => Promise<void>
}

/** Refuses (`unavailable`) where the service does not know of what was announced: nothing is issued then. */
export function announcedOutages({ io, options, sello, signal, wait }: Operated): Outages {
  const end = () =>
    administer(io, options, async (admin, api) => {
      for (const { windowId, reason } of await api.listMaintenance(admin)) {
        if (reason === REASON) await api.removeMaintenance(admin, windowId)
      }
    })
  const begin = () =>
    administer(io, options, async (admin, api) => {
      const since = io.now()
      const until = new Date(since.getTime() + WINDOW_MS)
      await api.addMaintenance(admin, { ambiente: '00', since, until, reason: REASON })
    })
  async function becomeKnown(): Promise<void> {
    for (let waited = 0; waited < KNOWN_MS_MAX; waited += LOOK_MS) {
      const { ministerio } = await sello.status({ signal })
      if (ministerio.mantenimientoHasta !== null) return wait(EACH_PROCESS_MS)
      await wait(LOOK_MS)
    }
    throw new CliError(
      'unavailable',
      'El servicio no supo del mantenimiento anunciado: --data-dir o DATABASE_URL no son los suyos. Dígalos, o siga sin --outages.',
    )
  }
  return {
    end,
    async during(work) {
      await begin()
      try {
        await becomeKnown()
        return await work()
      } finally {
        await end()
      }
    },
  }
}
