/** The committed font files. */
import { readFileSync } from 'node:fs'
import { type Faces, readTypeface, type Typeface, type Weight } from '../type/typeface.ts'

/** Reads and prepares both weights, which takes some milliseconds. */
export function loadFaces(): Faces {
  return { regular: loadTypeface('regular'), semibold: loadTypeface('semibold') }
}

function loadTypeface(weight: Weight): Typeface {
  return readTypeface(
    weight,
    readFont(`sello-sans-${weight}.ttf`),
    readFont(`sello-sans-${weight}-extended.ttf`),
  )
}

function readFont(name: string): Uint8Array {
  return readFileSync(new URL(`../../fonts/${name}`, import.meta.url))
}
