/** One page of a bucket's listing (ListObjectsV2), as XML. What a bucket answers is not trusted. */
import { XMLParser } from 'fast-xml-parser'
import { StoreFailed } from './store.ts'

export interface ListingPage {
  readonly keys: readonly string[]
  /** Of the next page; null on the last one. */
  readonly token: string | null
}

/** Twice the longest page, which has 1,000 keys of 1,024 bytes. Reading it takes less than half a second. */
const PAGE_BYTES_MAX = 2 * 1024 * 1024

const parser = new XMLParser({
  isArray: (name) => name === 'Contents',
  parseTagValue: false,
  trimValues: false,
  maxNestedTags: 8,
})

/** Throws `StoreFailed` on anything but a listing: read as an empty one, it would tell that files are lost. */
export function readListing(location: string, said: Buffer): ListingPage {
  const root = parse(said)?.ListBucketResult
  if (root === undefined) throw noListing(location)
  if (root === '') return { keys: [], token: null } // an element without content
  const keys = (root.Contents ?? []).map(({ Key }) => Key)
  const token = root.NextContinuationToken ?? null
  if ([...keys, token ?? ''].some((text) => typeof text !== 'string')) throw noListing(location)
  return { keys, token: token || null }
}

interface Said {
  readonly ListBucketResult?:
    | {
        readonly Contents?: readonly { readonly Key: string }[]
        readonly NextContinuationToken?: string
      }
    | ''
}

/** Null where it is not XML, or declares entities of its own. */
function parse(said: Buffer): Said | null {
  if (said.length > PAGE_BYTES_MAX) return null
  const text = said.toString()
  if (/<!DOCTYPE/i.test(text)) return null
  try {
    return parser.parse(text, true)
  } catch {
    return null // the parser's error may quote the answer
  }
}

const noListing = (location: string) =>
  new StoreFailed(`${location} no respondió con una lista de S3. Revise la dirección del depósito.`)
