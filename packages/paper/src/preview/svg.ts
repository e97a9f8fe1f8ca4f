/** A page as SVG text: what a preview paints, as elements. The fonts are those of the page that shows it. */
import type { Context2D, PreviewPage } from './canvas.ts'

export function svgOf(page: PreviewPage): string {
  const { width, height } = page
  const { context, text } = createSvgContext()
  page.paint(context, 1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${text()}</svg>`
}

function createSvgContext(): { readonly context: Context2D; readonly text: () => string } {
  const parts: string[] = []
  /** Groups that were opened since each `save`. */
  const opened = [0]
  const group = (transform: string) => {
    parts.push(`<g transform="${transform}">`)
    opened[opened.length - 1] = (opened.at(-1) ?? 0) + 1
  }
  const context: Context2D = {
    fillStyle: '#000',
    font: '',
    textBaseline: 'alphabetic',
    save: () => void opened.push(0),
    restore: () => void parts.push('</g>'.repeat(opened.pop() ?? 0)),
    scale: (x, y) => group(`scale(${short(x)} ${short(y)})`),
    translate: (x, y) => group(`translate(${short(x)} ${short(y)})`),
    rotate: (radians) => group(`rotate(${short((radians * 180) / Math.PI)})`),
    fillRect(x, y, width, height) {
      parts.push(
        `<path fill="${String(context.fillStyle)}" d="M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z"/>`,
      )
    },
    fillText(text, x, y) {
      const [, weight = '400', size = '10'] = /^(\d+) ([\d.]+)px/.exec(context.font) ?? []
      parts.push(
        `<text x="${short(x)}" y="${short(y)}" font-size="${size}" font-weight="${weight}" fill="${String(context.fillStyle)}" xml:space="preserve">${escaped(text)}</text>`,
      )
    },
    drawImage(image, x, y, width, height) {
      parts.push(
        `<image href="${escaped(String(image))}" x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"/>`,
      )
    },
  }
  return { context, text: () => parts.join('') }
}

/** A hundredth of a point is less than a screen shows. */
const short = (n: number) => String(Math.round(n * 100) / 100)

/** A character that XML cannot contain is left out. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
    .replaceAll(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
