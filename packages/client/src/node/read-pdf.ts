/** The texts and drawings of our own PDFs, for comparison with their documents. Not a general PDF reader. */
import { inflateSync } from 'node:zlib'
import type { PrintedPages } from '../verify/printed.ts'

/** Far more than the pages of 2,000 lines. */
const INFLATED_BYTES_MAX = 64 * 1024 * 1024

/** Null for anything but an intact PDF. */
export function readPdf(bytes: Uint8Array): PrintedPages | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = file.toString('latin1')
  if (!text.startsWith('%PDF-') || !/%%EOF\s*$/.test(text)) return null
  try {
    return pagesOf(streamsOf(file, text))
  } catch {
    return null // a stream that does not inflate
  }
}

/** The content streams; fonts and images are recognised by their dictionary. */
function streamsOf(file: Buffer, text: string): readonly string[] {
  const streams: string[] = []
  const begin = /<<([^<>]*(?:<<[^<>]*>>[^<>]*)*)>>\s*stream\r?\n/g
  for (let found = begin.exec(text); found; found = begin.exec(text)) {
    const [, head = ''] = found
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const body = file.subarray(begin.lastIndex, begin.lastIndex + length)
    begin.lastIndex += length
    if (/\/Length1|\/Subtype/.test(head)) continue
    const plain = head.includes('/FlateDecode')
      ? inflateSync(body, { maxOutputLength: INFLATED_BYTES_MAX })
      : body
    streams.push(plain.toString('latin1'))
  }
  return streams
}

function pagesOf(streams: readonly string[]): PrintedPages {
  const all = streams.join('\n')
  const texts = [...all.matchAll(/\(((?:\\.|[^\\()])*)\)/g)].map(([, text = '']) =>
    text.replaceAll(/\\([()\\])/g, '$1'),
  )
  const modules = [...all.matchAll(/(?<![\d.-])\d+ \d+ \d+ 1 re/g)].map(([module]) => module)
  return { text: texts.join('').replaceAll(/\s/g, ''), drawing: modules.join('\n') }
}
