/** The texts and drawings of our own PDFs, for comparison with their documents. Not a general PDF reader. */
import { inflateSync } from 'node:zlib'
import type { PrintedPages } from '../verify/printed.ts'

/** Of all pages; far more than those of 2,000 lines. */
const INFLATED_BYTES_MAX = 16 * 1024 * 1024
/** Texts, and modules of QR codes. */
const PARTS_MAX = 300_000

/** Null for anything but an intact PDF, and for one larger than any printed copy. */
export function readPdf(bytes: Uint8Array): PrintedPages | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = file.toString('latin1')
  if (!text.startsWith('%PDF-') || !/%%EOF\s*$/.test(text)) return null
  try {
    return pagesOf(streamsOf(file, text))
  } catch {
    return null // a stream that does not inflate, or pages without end
  }
}

/** The content streams; fonts and images are recognised by their dictionary. */
function streamsOf(file: Buffer, text: string): readonly string[] {
  const streams: string[] = []
  let left = INFLATED_BYTES_MAX
  const begin = /<<([^<>]*(?:<<[^<>]*>>[^<>]*)*)>>\s*stream\r?\n/g
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [, head = ''] = found
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    if (!Number.isSafeInteger(length)) throw new RangeError('a stream without its length')
    const body = file.subarray(begin.lastIndex, begin.lastIndex + length)
    begin.lastIndex += length
    if (/\/Length1|\/Subtype/.test(head)) continue
    const plain = head.includes('/FlateDecode')
      ? inflateSync(body, { maxOutputLength: left })
      : body
    left -= plain.length
    if (left <= 0) throw new RangeError('the pages have no end')
    streams.push(plain.toString('latin1'))
  }
  return streams
}

function pagesOf(streams: readonly string[]): PrintedPages {
  const all = streams.join('\n')
  const texts = partsOf(all, /\(((?:\\.|[^\\()])*)\)/g).map((text) =>
    text.slice(1, -1).replaceAll(/\\([()\\])/g, '$1'),
  )
  const modules = partsOf(all, /(?<![\d.-])\d+ \d+ \d+ 1 re/g)
  return { text: texts.join('').replaceAll(/\s/g, ''), drawing: modules.join('\n') }
}

function partsOf(all: string, form: RegExp): readonly string[] {
  const parts: string[] = []
  for (const [part] of all.matchAll(form)) {
    parts.push(part)
    if (parts.length > PARTS_MAX) throw new RangeError('the pages have no end')
  }
  return parts
}
