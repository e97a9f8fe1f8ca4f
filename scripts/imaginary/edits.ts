/** What becomes of a file. An edit that finds no place for itself throws, so that no step passes by doing nothing. */
import { readFile } from 'node:fs/promises'
import type { Scratch } from './scratch.ts'

/** `text` is null where the file is new. */
type Edit = (text: string | null, scratch: Scratch) => Promise<string> | string
/** A step of CONTRIBUTING.md: a file, and what becomes of it. */
export type Step = readonly [path: string, ...edits: readonly Edit[]]

export async function apply(scratch: Scratch, steps: readonly Step[]): Promise<void> {
  for (const [path, ...edits] of steps) {
    let text = await scratch.read(path).catch(() => null)
    for (const edit of edits) text = await edit(text, scratch)
    await scratch.write(path, text ?? '')
  }
}

/** A line after the last one that matches. */
export const after = (anchor: RegExp, line: string) => (text: string | null) => {
  const lines = text?.split('\n') ?? []
  const at = lines.findLastIndex((one) => anchor.test(one))
  if (at === -1) throw new Error(`no line is like ${anchor}`)
  return lines.toSpliced(at + 1, 0, line).join('\n')
}

/** What matches again, right after it, as another one. */
export const again = (row: RegExp, change: (row: string) => string) => (text: string | null) => {
  const found = row.exec(text ?? '')?.[0]
  if (!found) throw new Error(`no row is like ${row}`)
  return (text ?? '').replace(found, () => `${found}\n${change(found)}`)
}

/** A text that is there once, as another one. */
export const instead = (before: string, now: string) => (text: string | null) => {
  const parts = text?.split(before) ?? []
  if (parts.length !== 2) throw new Error(`"${before}" is there ${parts.length - 1} times`)
  return parts.join(now)
}

/** A new file, made of another one. */
export const like =
  (from: string, change: (text: string) => string) => async (_: string | null, scratch: Scratch) =>
    change(await scratch.read(from))

/** A new file, as it stands in this folder. */
export const copied = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8')
