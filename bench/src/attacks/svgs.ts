/** Logos that cost much to read, each of a kind that a reader without limits would follow to its end. */

export interface HostileLogo {
  readonly name: string
  readonly svg: string
}

export const PLAIN_LOGO = drawing('<path d="M0 0h100v100h-100z" fill="#1a5fb4"/>')

const SHAPE = '<path d="M0 0h9v9c1 2 3 4 5 6q1 2 3 4h-9z" fill="#000000"/>'
const KB = 1024
const HALF_OF_60_KB = 30 * KB
const PATHS = 500

export const HOSTILE_LOGOS: readonly HostileLogo[] = [
  // every path repeats the transforms of all groups around it
  { name: '500 paths under nested transforms, 60 KB', svg: transforms(HALF_OF_60_KB, PATHS) },
  { name: 'the same, 255 KB', svg: transforms(139 * KB, 4 * PATHS) },
  { name: 'groups 8,000 deep', svg: drawing(nested('<g>', 8_000, '</g>')) },
  { name: 'uses of one shape', svg: drawing(uses(PATHS)) },
  { name: 'arcs, each up to four curves, 60 KB', svg: drawing(path('a9 8 7 1 0 1 0', 59 * KB)) },
  { name: 'the same, 255 KB', svg: drawing(path('a9 8 7 1 0 1 0', 254 * KB)) },
  { name: 'numbers near the largest', svg: drawing(path('L1e308-1e308 1e300 9e-308', 59 * KB)) },
  { name: 'a number of 60 KB', svg: drawing(path(`L${'9'.repeat(58 * KB)} 1`, 1)) },
  { name: '10,000 subpaths', svg: drawing(path('M1 1zz', 59 * KB)) },
]

function drawing(shapes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${shapes}</svg>`
}

/** The segment repeated to about this many bytes. */
function path(segment: string, bytes: number): string {
  return `<path d="M0 0${segment.repeat(Math.max(1, Math.floor(bytes / segment.length)))}"/>`
}

/** Ten groups with these bytes of transforms in all, around the shapes. */
function transforms(bytes: number, shapes: number): string {
  const one = 'rotate(1 2 3)'
  const groups = 10
  const list = one.repeat(Math.floor(bytes / groups / one.length))
  return drawing(nested(`<g transform="${list}">`, groups, '</g>', SHAPE.repeat(shapes)))
}

function nested(open: string, times: number, close: string, inside = SHAPE): string {
  return open.repeat(times) + inside + close.repeat(times)
}

function uses(count: number): string {
  const use = '<use href="#a" xlink:href="#a" transform="rotate(1 2 3) scale(1 1)"/>'
  return `<defs><path id="a" d="M0 0h9v9z"/></defs>${use.repeat(count)}`
}
