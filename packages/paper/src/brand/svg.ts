/**
 * A drawing in SVG as PDF paths: shapes, groups, transforms and plain fills. Everything else is refused, so
 * that the print matches the drawing: nothing is fetched, executed or silently dropped.
 */
import { XMLParser } from 'fast-xml-parser'
import svgpath from 'svgpath'
import { LogoRefused } from './refused.ts'

export interface Drawing {
  readonly width: number
  readonly height: number
  /** PDF operators in a space of `width` by `height`, y upwards. */
  readonly operators: string
}

const OPERATORS_MAX = 200_000
const IGNORED = new Set(['title', 'desc', 'metadata', '#text', '#comment', '?xml'])
/** Attributes that do not affect a plain fill, or that are checked elsewhere. */
const PLAIN_ATTRIBUTES =
  /^(xmlns|xmlns:\w+|xml:space|id|class|version|baseProfile|width|height|viewBox|x|y|d|cx|cy|r|rx|ry|points|fill|fill-rule|transform|style|role|aria-\w+|preserveAspectRatio|enable-background|data-.*)$/

interface Node {
  readonly [name: string]: unknown
}
type Attributes = Readonly<Record<string, string>>

export function isSvg(bytes: Buffer): boolean {
  return /^\s*(<\?xml|<!--|<!DOCTYPE|<svg)/.test(
    bytes.toString('utf8', 0, 400).replace(/^\ufeff/, ''),
  )
}

/** Refuses text, images, styles, scripts, strokes, gradients, references and declarations. */
export function readSvg(bytes: Buffer): Drawing {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new LogoRefused('El SVG tiene una declaración DOCTYPE: quítela.')
  const root = parse(text)
  const attributes = attributesOf(root)
  const [left = 0, top = 0, width = 0, height = 0] = boxOf(attributes)
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6)) {
    throw new LogoRefused('El SVG no dice cuánto mide: póngale un viewBox.')
  }
  const flip = `translate(0 ${height}) scale(1 -1) translate(${-left} ${-top})`
  const parts: string[] = []
  draw(root, 'svg', { transform: flip, fill: '#000', rule: 'nonzero' }, parts)
  const operators = parts.join('')
  if (operators === '') throw new LogoRefused('El SVG está vacío: no tiene formas con relleno.')
  if (operators.length > OPERATORS_MAX)
    throw new LogoRefused('El SVG es demasiado complejo: simplifíquelo.')
  return { width, height, operators }
}

function parse(text: string): Node {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    processEntities: false,
    trimValues: true,
  })
  let nodes: readonly Node[]
  try {
    nodes = parser.parse(text, true)
  } catch {
    throw new LogoRefused('El SVG no es XML correcto.')
  }
  const root = nodes.find((node) => nameOf(node) === 'svg')
  if (!root) throw new LogoRefused('El archivo no es un SVG.')
  return root
}

const nameOf = (node: Node) => Object.keys(node).find((key) => key !== ':@') ?? ''
const attributesOf = (node: Node) => (node[':@'] ?? {}) as Attributes
const childrenOf = (node: Node) => (node[nameOf(node)] ?? []) as readonly Node[]

function boxOf({ viewBox, width, height }: Attributes): number[] {
  if (viewBox)
    return viewBox
      .trim()
      .split(/[\s,]+/)
      .map(Number)
  return [0, 0, Number.parseFloat(width ?? ''), Number.parseFloat(height ?? '')]
}

interface Inherited {
  readonly transform: string
  readonly fill: string
  readonly rule: string
}

function draw(node: Node, name: string, from: Inherited, out: string[]): void {
  if (IGNORED.has(name)) return
  const attributes = attributesOf(node)
  assertPlain(name, attributes)
  const style = styleOf(attributes)
  const here: Inherited = {
    transform: attributes.transform ? `${from.transform} ${attributes.transform}` : from.transform,
    fill: style.fill ?? attributes.fill ?? from.fill,
    rule: style['fill-rule'] ?? attributes['fill-rule'] ?? from.rule,
  }
  if (name === 'svg' || name === 'g' || name === 'a') {
    for (const child of childrenOf(node)) draw(child, nameOf(child), here, out)
    return
  }
  if (name === 'defs' && childrenOf(node).length === 0) return
  const path = pathOf(name, attributes)
  if (path === null)
    throw new LogoRefused(`El SVG tiene <${name}>: conviértalo en trazados con relleno.`)
  if (path === '' || here.fill === 'none' || here.fill === 'transparent') return
  out.push(
    `${colorOf(here.fill)} rg\n${operatorsOf(path, here.transform)}f${here.rule === 'evenodd' ? '*' : ''}\n`,
  )
}

function assertPlain(name: string, attributes: Attributes): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    if (PLAIN_ATTRIBUTES.test(attribute)) continue
    const isNothing =
      (attribute.startsWith('stroke') && (attributes.stroke ?? 'none') === 'none') ||
      (/opacity$/.test(attribute) && Number(value) === 1) ||
      /^(sodipodi|inkscape|sketch):/.test(attribute)
    if (isNothing) continue
    throw new LogoRefused(`El SVG tiene ${attribute} en <${name}>: déjele solo formas con relleno.`)
  }
}

/** `fill` and `fill-rule` of a style attribute; refuses any other property that has an effect. */
function styleOf({ style = '' }: Attributes): Attributes {
  const entries = style
    .split(';')
    .map((part) => part.split(':').map((half) => half.trim()))
    .filter(([property]) => property)
  const own = Object.fromEntries(entries) as Attributes
  for (const [property, value] of Object.entries(own)) {
    if (property === 'fill' || property === 'fill-rule') continue
    if (property.startsWith('stroke') && (own.stroke ?? 'none') === 'none') continue
    if (/opacity$/.test(property) && Number(value) === 1) continue
    throw new LogoRefused(`El SVG tiene el estilo ${property}: déjele solo formas con relleno.`)
  }
  return own
}

/** A shape as path data, '' when it draws nothing; null for anything that is not a shape. */
function pathOf(name: string, a: Attributes): string | null {
  const n = (key: string) => Number.parseFloat(a[key] ?? '0') || 0
  if (name === 'path') return a.d ?? ''
  if (name === 'polygon' || name === 'polyline') return a.points ? `M${a.points}Z` : ''
  if (name === 'circle') return ellipse(n('cx'), n('cy'), n('r'), n('r'))
  if (name === 'ellipse') return ellipse(n('cx'), n('cy'), n('rx'), n('ry'))
  if (name === 'rect') return rectangle(n('x'), n('y'), n('width'), n('height'), n('rx') || n('ry'))
  return null
}

function ellipse(x: number, y: number, rx: number, ry: number): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

function rectangle(x: number, y: number, width: number, height: number, round: number): string {
  const r = Math.min(round, width / 2, height / 2)
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}Z`
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  return `M${x + r} ${y}h${width - 2 * r}${corner(r, r)}v${height - 2 * r}${corner(-r, r)}h${2 * r - width}${corner(-r, -r)}v${2 * r - height}${corner(r, -r)}Z`
}

function operatorsOf(data: string, transform: string): string {
  const path = svgpath(data).transform(transform).abs().unarc().unshort()
  if ((path as unknown as { err: string }).err)
    throw new LogoRefused('El SVG tiene un trazado que no se puede leer.')
  let out = ''
  path.iterate(([command, ...n], _index, x, y) => {
    if (n.some((value) => !Number.isFinite(value)))
      throw new LogoRefused('El SVG tiene un número que no existe.')
    if (command === 'M') out += `${numbers(n)} m\n`
    else if (command === 'L') out += `${numbers(n)} l\n`
    else if (command === 'H') out += `${numbers([n[0] as number, y])} l\n`
    else if (command === 'V') out += `${numbers([x, n[0] as number])} l\n`
    else if (command === 'C') out += `${numbers(n)} c\n`
    else if (command === 'Q') out += `${numbers(cubic(x, y, n))} c\n`
    else out += 'h\n'
  })
  return out
}

/** Converts a quadratic curve to the equivalent cubic one. */
function cubic(
  x: number,
  y: number,
  [cx = 0, cy = 0, ex = 0, ey = 0]: readonly number[],
): number[] {
  const third = (from: number, to: number) => from + (2 / 3) * (to - from)
  return [third(x, cx), third(y, cy), third(ex, cx), third(ey, cy), ex, ey]
}

const numbers = (list: readonly number[]) => list.map((n) => Number(n.toFixed(3))).join(' ')

const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  currentcolor: '#000000',
}

function colorOf(fill: string): string {
  const named = NAMED[fill.toLowerCase()] ?? fill
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(named)
  const hex = short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    : named
  const rgb = /^rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)$/.exec(named)
  if (rgb)
    return rgb
      .slice(1)
      .map((part) => thousandths(Number(part)))
      .join(' ')
  if (!/^#[0-9a-f]{6}$/i.test(hex))
    throw new LogoRefused(`El SVG tiene el relleno ${fill}: use colores como #1a2b3c.`)
  return [1, 3, 5].map((at) => thousandths(Number.parseInt(hex.slice(at, at + 2), 16))).join(' ')
}

const thousandths = (part: number) => String(Math.round((Math.min(part, 255) / 255) * 1000) / 1000)
