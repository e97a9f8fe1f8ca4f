/** A ZIP file of parts that are already compressed: it stores them as they are, which is fast. */

interface Entry {
  readonly name: Uint8Array<ArrayBuffer>
  readonly crc: number
  readonly size: number
  readonly at: number
}

/** The format counts files in 16 bits. */
export const ZIP_FILES_MAX = 65_535
const UTF8_NAMES = 0x0800
const VERSION = 20
/** 1 January 1980, the earliest date of the format: the files inside carry their own dates. */
const DATE = 0x0021

export interface ZipFile {
  add(name: string, content: Uint8Array<ArrayBuffer>): void
  finish(): Blob
}

export function createZip(): ZipFile {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const entries: Entry[] = []
  let at = 0
  const push = (bytes: Uint8Array<ArrayBuffer>) => {
    parts.push(bytes)
    at += bytes.length
  }
  return {
    add(name, content) {
      const entry = { name: utf8(name), crc: crc32(content), size: content.length, at }
      entries.push(entry)
      push(record([[4, 0x04034b50], [2, VERSION], ...common(entry), [2, 0]]))
      push(entry.name)
      push(content)
    },
    finish() {
      const start = at
      for (const entry of entries) {
        push(
          record([
            ...([
              [4, 0x02014b50],
              [2, VERSION],
              [2, VERSION],
            ] as Field[]),
            ...common(entry),
            ...([
              [2, 0],
              [2, 0],
              [2, 0],
              [2, 0],
              [4, 0],
              [4, entry.at],
            ] as Field[]),
          ]),
        )
        push(entry.name)
      }
      const count = entries.length
      const end: Field[] = [
        [2, 0],
        [2, 0],
        [2, count],
        [2, count],
        [4, at - start],
        [4, start],
      ]
      push(record([[4, 0x06054b50], ...end, [2, 0]]))
      return new Blob(parts, { type: 'application/zip' })
    },
  }
}

/** A field's width in bytes, and its number. */
type Field = readonly [2 | 4, number]

/** The fields that a file's header and its directory entry share. */
const common = ({ name, crc, size }: Entry): Field[] => [
  [2, UTF8_NAMES],
  [2, 0], // stored
  [2, 0],
  [2, DATE],
  [4, crc],
  [4, size],
  [4, size],
  [2, name.length],
]

function record(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true)
    else view.setUint32(at, value, true)
    at += width
  }
  return bytes
}

const encoder = new TextEncoder()
export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text)

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}
