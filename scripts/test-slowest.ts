/** Reports a run's files: the slowest, and those whose process outlived their tests. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Lifetime } from './test-lifetime.ts'

const SHOWN = 400
/** An open server or timer keeps its process alive, and the whole run with it. */
const OUTLIVED_MS_MAX = 5_000

/** Prints it; false when a file outlived its tests by too much. */
export async function reportLifetimes(path: string): Promise<boolean> {
  const text = existsSync(path) ? await readFile(path, 'utf8') : ''
  const all = text.split('\n').filter(Boolean).map(readLifetime)
  const slowest = all.toSorted((a, b) => b.wallMs - a.wallMs).slice(0, SHOWN)
  console.log('\nslowest files (seconds: whole process, until its last test ended, processor)')
  for (const { file, wallMs, testsMs, cpuMs } of slowest) {
    console.log([wallMs, testsMs, cpuMs].map(seconds).join(' '), file)
  }
  const outlived = all.filter(({ wallMs, testsMs }) => wallMs - testsMs > OUTLIVED_MS_MAX)
  for (const { file, wallMs, testsMs } of outlived) {
    const by = seconds(wallMs - testsMs).trim()
    console.error(
      `✖ ${file}: its process went on for ${by} s after its tests: something stays open, of it or of a file before it in its process`,
    )
  }
  return outlived.length === 0
}

const readLifetime = (line: string): Lifetime => JSON.parse(line)

const seconds = (ms: number): string => (ms / 1_000).toFixed(1).padStart(7)
