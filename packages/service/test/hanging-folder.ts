/** A company's folder that hangs, as on an unreachable network mount. */
import { execFileSync } from 'node:child_process'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MARKER } from '../src/outside/stores/marker.ts'

/** Readers of its marker block until the returned function is called; then they read this, or else what is there. */
export async function hang(folder: string): Promise<(read?: string) => Promise<void>> {
  const marker = join(folder, MARKER)
  await rename(marker, `${marker}-away`)
  execFileSync('mkfifo', [marker])
  return async (read) => {
    const text = read ?? (await readFile(`${marker}-away`))
    await writeFile(marker, text) // a blocked reader gets it now
    await rename(`${marker}-away`, marker)
  }
}
