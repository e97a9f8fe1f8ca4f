/** Edits of files. An edit that finds no place to apply throws, so that no step passes without effect. */
import { readFile } from 'node:fs/promises'
import type { Scratch } from '../scratch.ts'

/** `text` is null for a new file. */
type Edit = (text: string | null, scratch: Scratch) => Promise<string> | string
/** A step of CONTRIBUTING.md: a file, and its edits. */
export type Step = readonly [path: string, ...edits: readonly Edit[]]

export async function apply(scratch: Scratch, steps: readonly Step[]): Promise<void> {
  for (const [path, ...edits] of steps) {
    let text = await scratch.read(path).catch(() => null)
    for (const edit of edits) text = await edit(text, scratch)
    await scratch.write(path, text ?? '')
  }
}

/** Adds a line after the last match. */
export const after = (anchor: RegExp, line: string) => (text: string | null) => {
  const lines = text?.split('\n') ?? []
  const at = lines.findLastIndex((one) => anchor.test(one))
  if (at === -1) throw new Error(`no line is like ${anchor}`)
  return lines.toSpliced(at + 1, 0, line).join('\n')
}

/** Adds a text of this folder before the match. */
export const before = (anchor: RegExp, name: string) => async (text: string | null) => {
  const lines = text?.split('\n') ?? []
  const at = lines.findIndex((one) => anchor.test(one))
  if (at === -1) throw new Error(`no line is like ${anchor}`)
  return lines.toSpliced(at, 0, await copied(name)()).join('\n')
}

/** Repeats the match after itself, changed. */
export const again = (row: RegExp, change: (row: string) => string) => (text: string | null) => {
  const found = row.exec(text ?? '')?.[0]
  if (!found) throw new Error(`no row is like ${row}`)
  return (text ?? '').replace(found, () => `${found}\n${change(found)}`)
}

/** A new file, derived from another. */
export const like =
  (from: string, change: (text: string) => string) => async (_: string | null, scratch: Scratch) =>
    change(await scratch.read(from))

/** A new file, copied from this folder. */
export const copied = (name: string) => () => readFile(new URL(name, import.meta.url), 'utf8')
