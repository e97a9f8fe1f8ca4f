/** ZIP files, written piece by piece. The library counts files in 16 bits and keeps no content. */
import { deflateSync, strToU8, Zip, ZipPassThrough } from 'fflate'

export const ZIP_FILES_MAX = 65_535

type Bytes = Uint8Array<ArrayBuffer>

export interface ZipFile {
  add(name: string, content: Uint8Array | string): void
  /** The pieces of the file, in order. Nothing can be added afterwards. */
  finish(): readonly Bytes[]
}

/** The earliest date of the format, so that equal contents make equal bytes. */
const MTIME = new Date(1980, 0, 1)

export function createZip(): ZipFile {
  const pieces: Bytes[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    pieces.push(piece as Bytes)
  })
  return {
    add(name, content) {
      const entry = new Entry(name)
      zip.add(entry)
      entry.push(typeof content === 'string' ? strToU8(content) : content, true)
    },
    finish() {
      zip.end()
      return pieces
    },
  }
}

/**
 * Of one piece. The library's own (`ZipDeflate`) keeps 100 KB for each entry until the file ends: gigabytes for
 * tens of thousands of documents.
 */
class Entry extends ZipPassThrough {
  override compression = 8
  override mtime = MTIME

  protected override process(content: Bytes): void {
    this.ondata(null, deflateSync(content, { level: 3 }), true)
  }
}
