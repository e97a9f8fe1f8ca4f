/** The committed font files, and the renderer of other scripts for a PDF. */
import { readFileSync } from 'node:fs'
import { createScripts, type PdfScripts } from '../foreign/scripts.ts'
import { readFace, type Typeface, type Weight } from '../type/typeface.ts'

export interface PdfTypeface extends Typeface {
  readonly scripts: PdfScripts
}

export type PdfFaces = Readonly<Record<Weight, PdfTypeface>>

/** Reads and prepares both weights, which takes some milliseconds. */
export function loadFaces(): PdfFaces {
  return { regular: loadTypeface('regular'), semibold: loadTypeface('semibold') }
}

function loadTypeface(weight: Weight): PdfTypeface {
  const basic = readFont(`sello-sans-${weight}.ttf`)
  const face = readFace(weight, basic, readFont(`sello-sans-${weight}-extended.ttf`))
  return { ...face, scripts: createScripts(face) }
}

function readFont(name: string): Uint8Array {
  return readFileSync(new URL(`../../fonts/${name}`, import.meta.url))
}
