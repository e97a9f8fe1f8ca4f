/** Temporary folders of tests: inside that of the run, which goes when the run ends or is cut. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder of the run, which scripts/test.ts sets. */
export const FOLDER_VARIABLE = 'SELLO_TEST_FOLDER'

/** A new empty folder, of mode 0700. */
export function makeFolder(name: string): Promise<string> {
  return mkdtemp(join(process.env[FOLDER_VARIABLE] ?? tmpdir(), `sello-${name}-`))
}
