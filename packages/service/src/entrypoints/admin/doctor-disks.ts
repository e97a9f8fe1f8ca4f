/** How much room the disks have that the service writes to. */
import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import type { Finding } from './finding.ts'

const DISK_FREE_WARN = 0.1
const DISK_FREE_GRAVE = 0.02

type Room = Pick<StatsFs, 'type' | 'blocks' | 'bfree' | 'bavail'>
/** As the system tells of a folder's disk; rejects for a folder that cannot be read. */
export type RoomOf = (folder: string) => Promise<Room>

/**
 * Checks each disk once. An unreadable folder is reported by its destination's own finding, and a file system without
 * blocks, as /proc is one, has no room to run out of.
 */
export async function disks(
  folders: readonly string[],
  roomOf: RoomOf = statfs,
): Promise<Finding[]> {
  const seen = new Map<string, { folder: string; free: number }>()
  for (const folder of folders) {
    const room = await roomOf(folder).catch(() => null)
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
