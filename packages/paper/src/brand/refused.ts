/** The limits of a logo, and the error for one outside them. */

export const LOGO_BYTES_MAX = 256 * 1024
const SIDE_MAX = 4000
const PIXELS_MAX = 1_000_000

/** The file cannot be printed; the message says, in Spanish, why and what to do. */
export class LogoRefused extends Error {
  override readonly name = 'LogoRefused'
}

/** Checked before inflating: a small file can claim any size. */
export function assertSize(width: number, height: number): void {
  const isInside = width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX
  if (isInside && width * height <= PIXELS_MAX) return
  throw new LogoRefused(
    `El logotipo mide ${width} × ${height}: redúzcalo a ${SIDE_MAX} por lado y un millón de puntos en total.`,
  )
}

/** A name or value of the file, short enough for a message. */
export const shown = (text: string): string =>
  text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text

const SHOWN_MAX = 40
