/** A PNG as the colour and opacity of its pixels (ISO/IEC 15948). Its size is limited before inflating. */
import { inflateSync } from 'node:zlib'
import { assertSize, LogoRefused } from './refused.ts'

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const [GREY, RGB, PALETTE] = [0, 2, 3]

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).equals(SIGNATURE)
}

/** Refuses a file that is not a PNG of 8 bits or a palette, or is interlaced, too large or broken. */
export function readPng(bytes: Buffer): Pixels {
  const chunks = chunksOf(bytes)
  const header = chunks.find(({ type }) => type === 'IHDR')?.data
  if (header?.length !== 13) throw new LogoRefused('El PNG está dañado: no tiene cabecera.')
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const [depth = 0, color = 0] = header.subarray(8)
  assertSize(width, height)
  if (header[12] !== 0) throw new LogoRefused('El PNG es entrelazado: guárdelo sin entrelazar.')
  const channels = CHANNELS[color]
  const isDepth = color === PALETTE ? [1, 2, 4, 8].includes(depth) : depth === 8
  if (!channels || !isDepth) throw new LogoRefused('Guarde el PNG con 8 bits por canal.')
  const stride = Math.ceil((width * channels * depth) / 8)
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data))
  const raw = unfiltered(inflated(packed, (stride + 1) * height), {
    stride,
    height,
    step: Math.max(1, (channels * depth) / 8),
  })
  const palette = chunks.find(({ type }) => type === 'PLTE')?.data ?? Buffer.alloc(0)
  const opacities = chunks.find(({ type }) => type === 'tRNS')?.data ?? Buffer.alloc(0)
  return pixelsOf(raw, { width, height, depth, color, stride, palette, opacities })
}

export interface Pixels {
  readonly width: number
  readonly height: number
  /** Red, green and blue of each pixel. */
  readonly rgb: Buffer
  /** Their opacity; null when all are opaque. */
  readonly alpha: Buffer | null
}

interface Chunk {
  readonly type: string
  readonly data: Buffer
}

function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (at + 12 + length > bytes.length) throw new LogoRefused('El PNG está cortado.')
    const type = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ type, data: bytes.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function inflated(packed: Buffer, length: number): Buffer {
  let raw: Buffer
  try {
    raw = inflateSync(packed, { maxOutputLength: length })
  } catch {
    throw new LogoRefused('El PNG está dañado: sus datos no se pueden leer.')
  }
  if (raw.length !== length) throw new LogoRefused('El PNG está dañado: le faltan datos.')
  return raw
}

interface Rows {
  readonly stride: number
  readonly height: number
  /** Bytes from one pixel to the next. */
  readonly step: number
}

/** Reverses the filter of each row (section 9.2). */
function unfiltered(raw: Buffer, { stride, height, step }: Rows): Buffer {
  const out = Buffer.alloc(stride * height)
  let above: Uint8Array = new Uint8Array(stride)
  for (let row = 0; row < height; row++) {
    const from = row * (stride + 1)
    const filter = raw[from] as number
    if (filter > 4) throw new LogoRefused('El PNG está dañado: un filtro que no existe.')
    const line = out.subarray(row * stride, (row + 1) * stride)
    raw.copy(line, 0, from + 1, from + 1 + stride)
    if (filter === 1) addLeft(line, step)
    else if (filter === 2) addAbove(line, above)
    else if (filter === 3) addMean(line, above, step)
    else if (filter === 4) addPaeth(line, above, step)
    above = line
  }
  return out
}

// A loop for each: there are four million bytes at most, and none may cost a decision.

function addLeft(line: Uint8Array, step: number): void {
  for (let n = step; n < line.length; n++) line[n] = at(line, n) + at(line, n - step)
}

function addAbove(line: Uint8Array, above: Uint8Array): void {
  for (let n = 0; n < line.length; n++) line[n] = at(line, n) + at(above, n)
}

function addMean(line: Uint8Array, above: Uint8Array, step: number): void {
  for (let n = 0; n < line.length; n++) {
    const left = n >= step ? at(line, n - step) : 0
    line[n] = at(line, n) + ((left + at(above, n)) >> 1)
  }
}

function addPaeth(line: Uint8Array, above: Uint8Array, step: number): void {
  for (let n = 0; n < line.length; n++) {
    const isFirst = n < step
    const left = isFirst ? 0 : at(line, n - step)
    const corner = isFirst ? 0 : at(above, n - step)
    line[n] = at(line, n) + paeth(left, at(above, n), corner)
  }
}

const at = (bytes: Uint8Array, n: number) => bytes[n] as number

function paeth(a: number, b: number, c: number): number {
  const p = a + b - c
  const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
  if (pa <= pb && pa <= pc) return a
  return pb <= pc ? b : c
}

interface Layout {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly color: number
  readonly stride: number
  readonly palette: Buffer
  /** The data of tRNS. */
  readonly opacities: Buffer
}

function pixelsOf(raw: Buffer, layout: Layout): Pixels {
  const { width, height, color } = layout
  const rgb = Buffer.alloc(width * height * 3)
  const alpha = Buffer.alloc(width * height, 0xff)
  if (color === PALETTE) paint(raw, layout, { rgb, alpha })
  else separate(raw, CHANNELS[color] as number, { rgb, alpha })
  if (color === GREY || color === RGB) clear(raw, CHANNELS[color] as number, { layout, alpha })
  return { width, height, rgb, alpha: alpha.every((opacity) => opacity === 0xff) ? null : alpha }
}

interface Painted {
  readonly rgb: Buffer
  readonly alpha: Buffer
}

/** Of 8 bits, so no row ends within a byte. */
function separate(raw: Buffer, channels: number, { rgb, alpha }: Painted): void {
  const isGrey = channels < 3
  const [green, blue] = isGrey ? [0, 0] : [1, 2]
  for (let n = 0; n < alpha.length; n++) {
    const from = n * channels
    rgb[n * 3] = at(raw, from)
    rgb[n * 3 + 1] = at(raw, from + green)
    rgb[n * 3 + 2] = at(raw, from + blue)
    if (channels % 2 === 0) alpha[n] = at(raw, from + channels - 1)
  }
}

/** Makes the one colour transparent that tRNS names, in two bytes for each channel (section 11.3.2.1). */
function clear(
  raw: Buffer,
  channels: number,
  { layout, alpha }: { readonly layout: Layout; readonly alpha: Buffer },
): void {
  const { opacities } = layout
  if (opacities.length === 0) return
  for (let n = 0; n < alpha.length; n++) {
    let same = 0
    while (same < channels && raw[n * channels + same] === opacities[same * 2 + 1]) same += 1
    if (same === channels) alpha[n] = 0
  }
}

function paint(raw: Buffer, layout: Layout, { rgb, alpha }: Painted): void {
  const { palette, opacities } = layout
  for (let n = 0; n < alpha.length; n++) {
    const index = paletteIndex(raw, n, layout)
    if (index * 3 + 3 > palette.length) {
      throw new LogoRefused('El PNG está dañado: usa un color que no está en su paleta.')
    }
    for (let k = 0; k < 3; k++) rgb[n * 3 + k] = at(palette, index * 3 + k)
    alpha[n] = opacities[index] ?? 0xff
  }
}

function paletteIndex(raw: Buffer, n: number, { width, depth, stride }: Layout): number {
  const bit = (n % width) * depth
  const byte = raw[Math.floor(n / width) * stride + (bit >> 3)] as number
  return (byte >> (8 - depth - (bit & 7))) & ((1 << depth) - 1)
}
