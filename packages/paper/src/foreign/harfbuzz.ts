/**
 * HarfBuzz as its two WebAssembly modules: one shapes text, one subsets fonts. They are called without the
 * library's own loader, which is asynchronous, because a page is drawn synchronously. Each module is compiled
 * when a document first needs it, which takes some milliseconds.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** A glyph of a shaped text, in font units. */
export interface ShapedGlyph {
  readonly id: number
  /** The start of its cluster in the text, in UTF-16 units. */
  readonly cluster: number
  readonly advance: number
  readonly dx: number
  readonly dy: number
}

export interface HarfBuzzFont {
  /** The glyph of a single code point, or 0. */
  glyphOf(codePoint: number): number
  /** In font units. */
  advanceOf(glyph: number): number
  /** In drawing order, from left to right. */
  shape(text: string, rtl: boolean): ShapedGlyph[]
  /** The font file with these glyphs alone, under the same ids. */
  cut(glyphs: Iterable<number>): Uint8Array
}

interface Memory {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}

/** The part in use; Node's types do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: object }
}

type Fn = (...args: number[]) => number

/** The exports in use: all functions but the memory. */
type Exports = { readonly memory: Memory } & Readonly<Record<string, Fn>>

const READ_ONLY = 1 // HB_MEMORY_MODE_READONLY
const LTR = 4 // HB_DIRECTION_LTR
const RTL = 5 // HB_DIRECTION_RTL

/** The file is copied into the modules' memory and stays there: a process uses few fonts. */
export function createHarfBuzzFont(file: Uint8Array): HarfBuzzFont {
  const hb = shaper()
  const font = fn(hb, 'hb_font_create')(faceOf(hb, file))
  const out = fn(hb, 'malloc')(4)
  let cutFace = 0
  return {
    glyphOf(codePoint) {
      if (fn(hb, 'hb_font_get_nominal_glyph')(font, codePoint, out) === 0) return 0
      return new DataView(hb.memory.buffer).getUint32(out, true)
    },
    advanceOf: (glyph) => fn(hb, 'hb_font_get_glyph_h_advance')(font, glyph),
    shape: (text, rtl) => shape(hb, font, text, rtl),
    cut(glyphs) {
      cutFace ||= faceOf(cutter(), file)
      return cut(cutter(), cutFace, glyphs)
    },
  }
}

function faceOf(hb: Exports, file: Uint8Array): number {
  const at = fn(hb, 'malloc')(file.length)
  new Uint8Array(hb.memory.buffer).set(file, at)
  const blob = fn(hb, 'hb_blob_create')(at, file.length, READ_ONLY, 0, 0)
  return fn(hb, 'hb_face_create')(blob, 0)
}

function shape(hb: Exports, font: number, text: string, rtl: boolean): ShapedGlyph[] {
  const buffer = fn(hb, 'hb_buffer_create')()
  const units = fn(hb, 'malloc')(text.length * 2)
  const memory = new Uint16Array(hb.memory.buffer, units, text.length)
  for (let n = 0; n < text.length; n++) memory[n] = text.charCodeAt(n)
  fn(hb, 'hb_buffer_add_utf16')(buffer, units, text.length, 0, text.length)
  fn(hb, 'hb_buffer_set_direction')(buffer, rtl ? RTL : LTR)
  fn(hb, 'hb_buffer_guess_segment_properties')(buffer)
  fn(hb, 'hb_shape')(font, buffer, 0, 0)
  const count = fn(hb, 'hb_buffer_get_length')(buffer)
  const infos = fn(hb, 'hb_buffer_get_glyph_infos')(buffer, 0)
  const positions = fn(hb, 'hb_buffer_get_glyph_positions')(buffer, 0)
  // Each is five 32-bit numbers: hb_glyph_info_t and hb_glyph_position_t.
  const info = new Uint32Array(hb.memory.buffer, infos, count * 5)
  const position = new Int32Array(hb.memory.buffer, positions, count * 5)
  const glyphs = Array.from({ length: count }, (_, n) => ({
    id: info[n * 5] as number,
    cluster: info[n * 5 + 2] as number,
    advance: position[n * 5] as number,
    dx: position[n * 5 + 2] as number,
    dy: position[n * 5 + 3] as number,
  }))
  fn(hb, 'hb_buffer_destroy')(buffer)
  fn(hb, 'free')(units)
  return glyphs
}

/** Glyph ids do not change. Shaping rules and names are dropped, because the glyphs are already chosen. */
const KEEP_IDS = 2 // HB_SUBSET_FLAGS_RETAIN_GIDS
const NO_HINTING = 1 // HB_SUBSET_FLAGS_NO_HINTING
const DROPPED_TABLES = 3 // HB_SUBSET_SETS_DROP_TABLE_TAG
const LEFT_OUT = ['GSUB', 'GPOS', 'GDEF', 'name', 'post', 'cmap', 'STAT', 'gasp', 'meta']

function cut(hb: Exports, face: number, glyphs: Iterable<number>): Uint8Array {
  const input = fn(hb, 'hb_subset_input_create_or_fail')()
  const add = fn(hb, 'hb_set_add')
  const kept = fn(hb, 'hb_subset_input_glyph_set')(input)
  for (const id of glyphs) add(kept, id)
  const dropped = fn(hb, 'hb_subset_input_set')(input, DROPPED_TABLES)
  for (const tag of LEFT_OUT) add(dropped, tagOf(tag))
  fn(hb, 'hb_subset_input_set_flags')(input, KEEP_IDS | NO_HINTING)
  const made = fn(hb, 'hb_subset_or_fail')(face, input)
  if (made === 0) throw new Error('bug: a font of ours cannot be cut')
  const result = fn(hb, 'hb_face_reference_blob')(made)
  const length = fn(hb, 'hb_blob_get_length')(result)
  const data = fn(hb, 'hb_blob_get_data')(result, 0)
  const bytes = new Uint8Array(hb.memory.buffer).slice(data, data + length)
  fn(hb, 'hb_blob_destroy')(result)
  fn(hb, 'hb_face_destroy')(made)
  fn(hb, 'hb_subset_input_destroy')(input)
  return bytes
}

function tagOf(tag: string): number {
  return Array.from(tag).reduce((sum, letter) => sum * 256 + letter.charCodeAt(0), 0)
}

function fn(hb: Exports, name: string): Fn {
  const found = hb[name]
  if (typeof found !== 'function') throw new Error(`bug: HarfBuzz has no ${name}`)
  return found
}

let shaperExports: Exports | null = null
let cutterExports: Exports | null = null

function shaper(): Exports {
  shaperExports ??= instantiate('harfbuzz.wasm', '__wasm_call_ctors')
  return shaperExports
}

function cutter(): Exports {
  cutterExports ??= instantiate('harfbuzz-subset.wasm', '_initialize')
  return cutterExports
}

/** `start` is the export that runs the module's initialisers. */
function instantiate(name: string, start: string): Exports {
  const path = createRequire(import.meta.url).resolve(`harfbuzzjs/dist/${name}`)
  const module = new WebAssembly.Module(readFileSync(path))
  let memory: Memory | null = null
  const end = () => {
    throw new Error('bug: HarfBuzz gave up')
  }
  const instance = new WebAssembly.Instance(module, {
    wasi_snapshot_preview1: { proc_exit: end },
    env: {
      _abort_js: end,
      _emscripten_runtime_keepalive_clear() {},
      _setitimer_js: () => 0,
      emscripten_resize_heap: (bytes: number) => (memory && grow(memory, bytes) ? 1 : 0),
    },
  })
  const exported = instance.exports as unknown as Exports
  memory = exported.memory
  fn(exported, start)()
  return exported
}

const WASM_PAGE = 65_536

function grow(memory: Memory, bytes: number): boolean {
  try {
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE))
    return true
  } catch {
    return false // HarfBuzz handles the failed allocation
  }
}
