/** Of a cluster, the machines that do not answer: their companies are left out of what is found, and that is said. */
import type { Pool } from '../../base/db/pool.ts'
import { type Look, listOfAll, type ReadAll } from '../../ledger/cluster/due.ts'
import type { Finding } from './finding.ts'

/** Reads of all companies, and afterwards what their machines did not answer to. */
export function companiesOf(pool: Pool): {
  readonly readAll: ReadAll
  machinesAway(): readonly Finding[]
} {
  const away = new Set<number>()
  return {
    readAll: <Row>(look: Look) =>
      listOfAll<Row>(pool, look, (skipped) => {
        if ('machine' in skipped) away.add(skipped.machine)
      }),
    machinesAway: () => [...away].map(findingOf),
  }
}

const findingOf = (machine: number): Finding => ({
  gravedad: 'grave',
  codigo: 'maquina',
  nit: null,
  ambiente: null,
  mensaje: `La máquina ${machine} del clúster no responde: sus empresas no emiten, y de ellas no se revisó nada.`,
  queHacer: `Póngala en marcha; su dirección está en pg_dist_node, con groupid ${machine}.`,
})
