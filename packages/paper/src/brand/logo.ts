/** A company's logo: PNG, JPEG or SVG, checked once and prepared for every page that shows it. */
import { deflateSync } from 'node:zlib'
import { isJpeg, readJpeg } from './jpeg.ts'
import { isPng, type Pixels, readPng } from './png.ts'
import { LOGO_BYTES_MAX, LogoRefused } from './refused.ts'
import { isSvg, readSvg } from './svg.ts'

/** Of zlib. Level 9 takes seconds for a million dots that are chosen to be slow, for a tenth less in the copy. */
const LEVEL = 6

/** What a page needs of a logo: plain data, so another thread can prepare it. */
export interface Logo {
  /** In arbitrary units: only the proportion matters. */
  readonly width: number
  readonly height: number
  /** The stream of its PDF object. */
  readonly object: LogoObject
}

export type LogoObject =
  | {
      readonly kind: 'image'
      readonly entries: string
      readonly data: Uint8Array
      readonly mask: Uint8Array | null
    }
  | { readonly kind: 'drawing'; readonly data: Uint8Array }

/** Refuses (LogoRefused) a file of another kind, one that is too large, and one that cannot be printed. */
export function readLogo(file: Uint8Array): Logo {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.length > LOGO_BYTES_MAX) {
    throw new LogoRefused(`El archivo tiene ${bytes.length} bytes: el máximo es ${LOGO_BYTES_MAX}.`)
  }
  if (bytes.length < 16) throw new LogoRefused('El archivo está vacío.')
  if (isPng(bytes)) return imageOf(readPng(bytes))
  if (isJpeg(bytes)) {
    const { width, height, channels } = readJpeg(bytes)
    const space = channels === 1 ? 'DeviceGray' : 'DeviceRGB'
    const entries = `/ColorSpace/${space}/BitsPerComponent 8/Filter/DCTDecode`
    return { width, height, object: { kind: 'image', entries, data: bytes, mask: null } }
  }
  if (isSvg(bytes)) {
    const { width, height, operators } = readSvg(bytes)
    return {
      width,
      height,
      object: { kind: 'drawing', data: deflateSync(operators, { level: LEVEL }) },
    }
  }
  throw new LogoRefused('El archivo no es PNG, JPEG ni SVG.')
}

function imageOf({ width, height, rgb, alpha }: Pixels): Logo {
  const entries = '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode'
  const data = deflateSync(rgb, { level: LEVEL })
  const mask = alpha && deflateSync(alpha, { level: LEVEL })
  return { width, height, object: { kind: 'image', entries, data, mask } }
}
