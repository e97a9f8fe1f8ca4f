/** A JPEG is embedded in the PDF as it is; only its frame header is read (ITU-T T.81, B.2.2). */
import { assertSize, LogoRefused } from './refused.ts'

export interface Jpeg {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
}

export function isJpeg(bytes: Buffer): boolean {
  return bytes.readUIntBE(0, 3) === 0xffd8ff
}

/** Refuses a depth other than 8 bits, CMYK colours, and a file without a frame. */
export function readJpeg(bytes: Buffer): Jpeg {
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) break
    const marker = bytes[at + 1] as number
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return frameOf(bytes.subarray(at + 4))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  throw new LogoRefused('El JPEG está dañado: no dice cuánto mide.')
}

function frameOf(frame: Buffer): Jpeg {
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)]
  const channels = frame[5]
  assertSize(width, height)
  if (frame[0] !== 8) throw new LogoRefused('Guarde el JPEG con 8 bits por canal.')
  if (channels !== 1 && channels !== 3) {
    throw new LogoRefused('El JPEG es para imprenta (CMYK): guárdelo en RGB.')
  }
  return { width, height, channels }
}
