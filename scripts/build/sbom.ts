/** What a published package brings along, as CycloneDX: npm's own, of its manifest and lock. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The name of the file in the package. */
export const SBOM = 'sbom.cdx.json'

/** The text of the file: every package that an installation may have, with its version, licence and hash. */
export async function sbomOf(manifest: object, lock: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-sbom-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
    await writeFile(join(folder, 'npm-shrinkwrap.json'), JSON.stringify(lock))
    const options = ['--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev']
    const { stdout } = await promisify(execFile)('npm', ['sbom', ...options], {
      cwd: folder,
      maxBuffer: 1 << 26,
    })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
