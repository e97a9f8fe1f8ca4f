/** How much room the disks have that the service writes to. */
import { statfs } from 'node:fs/promises'
import type { Finding } from './finding.ts'

const DISK_FREE_WARN = 0.1
const DISK_FREE_GRAVE = 0.02

/** Checks each disk once. An unreadable folder is reported by its destination's own finding. */
export async function disks(folders: readonly string[]): Promise<Finding[]> {
  const seen = new Map<string, { folder: string; free: number }>()
  for (const folder of folders) {
    const room = await statfs(folder).catch(() => null)
    if (room === null || room.blocks === 0) continue
    seen.set(`${room.type}/${room.blocks}/${room.bfree}`, {
      folder,
      free: room.bavail / room.blocks,
    })
  }
  return [...seen.values()]
    .filter(({ free }) => free < DISK_FREE_WARN)
    .map(({ folder, free }) => ({
      gravedad: free < DISK_FREE_GRAVE ? 'grave' : 'aviso',
      codigo: 'disco',
      nit: null,
      ambiente: null,
      mensaje: `El disco de ${folder} tiene libre ${Math.floor(free * 100)} %.`,
      queHacer: 'Haga espacio o amplíe el disco antes de que se llene: sin él no se emite.',
    }))
}
