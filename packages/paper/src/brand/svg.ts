/**
 * A drawing in SVG as PDF paths: shapes, groups, transforms and plain fills. Everything else is refused, so
 * that the print matches the drawing: nothing is fetched, executed or silently dropped.
 */
import { XMLParser } from 'fast-xml-parser'
import { createEffort, type Effort, STEPS, tooComplex } from './effort.ts'
import { colorOf } from './fill.ts'
import { LogoRefused, shown } from './refused.ts'
import { type Attributes, pathOf, printPath } from './shape.ts'
import { type Matrix, transformed } from './transform.ts'

export interface Drawing {
  readonly width: number
  readonly height: number
  /** PDF operators in a space of `width` by `height`, y upwards. */
  readonly operators: string
}

/** Groups within groups. */
const DEPTH_MAX = 32
const IGNORED = new Set(['title', 'desc', 'metadata', '#text', '#comment', '?xml'])
/** Attributes that do not affect a plain fill, or that are checked elsewhere. */
const PLAIN_ATTRIBUTES =
  /^(xmlns|xmlns:\w+|xml:space|id|class|version|baseProfile|width|height|viewBox|x|y|d|cx|cy|r|rx|ry|points|fill|fill-rule|transform|style|role|aria-\w+|preserveAspectRatio|enable-background|data-.*)$/

interface Node {
  readonly [name: string]: unknown
}

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
  const effort = createEffort()
  effort.spend(countOf('<', text) * STEPS.tag + countOf('=', text) * STEPS.attribute)
  const root = parse(text)
  const attributes = attributesOf(root)
  const [left = 0, top = 0, width = 0, height = 0] = boxOf(attributes)
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6)) {
    throw new LogoRefused('El SVG no dice cuánto mide: póngale un viewBox.')
  }
  // Upwards, and moved by its corner.
  const matrix: Matrix = [1, 0, 0, -1, -left || 0, height + (top || 0)]
  draw(root, 'svg', { matrix, fill: '#000', rule: 'nonzero', depth: 0 }, effort)
  const operators = effort.printed()
  if (operators === '') throw new LogoRefused('El SVG está vacío: no tiene formas con relleno.')
  return { width, height, operators }
}

/** Counted before the text is parsed, so that the parser has bounded work too. */
function countOf(character: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count += 1
  return count
}

function parse(text: string): Node {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    processEntities: false,
    trimValues: true,
    maxNestedTags: Number.MAX_SAFE_INTEGER, // `draw` refuses them with a message
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
  readonly matrix: Matrix
  readonly fill: string
  readonly rule: string
  readonly depth: number
}

function draw(node: Node, name: string, from: Inherited, effort: Effort): void {
  if (IGNORED.has(name)) return
  if (from.depth > DEPTH_MAX) throw tooComplex()
  const attributes = attributesOf(node)
  assertPlain(name, attributes)
  const style = styleOf(attributes)
  const here: Inherited = {
    matrix: transformed(from.matrix, attributes.transform ?? '', effort),
    fill: style.fill ?? attributes.fill ?? from.fill,
    rule: style['fill-rule'] ?? attributes['fill-rule'] ?? from.rule,
    depth: from.depth + 1,
  }
  if (name === 'svg' || name === 'g' || name === 'a') {
    for (const child of childrenOf(node)) draw(child, nameOf(child), here, effort)
    return
  }
  if (name === 'defs' && childrenOf(node).length === 0) return
  const path = pathOf(name, attributes)
  if (path === null)
    throw new LogoRefused(`El SVG tiene <${shown(name)}>: conviértalo en trazados con relleno.`)
  if (path === '' || here.fill === 'none' || here.fill === 'transparent') return
  effort.print(`${colorOf(here.fill)} rg\n`)
  printPath(path, here.matrix, effort)
  effort.print(here.rule === 'evenodd' ? 'f*\n' : 'f\n')
}

function assertPlain(name: string, attributes: Attributes): void {
  for (const [attribute, value] of Object.entries(attributes)) {
    if (PLAIN_ATTRIBUTES.test(attribute)) continue
    const isNothing =
      (attribute.startsWith('stroke') && (attributes.stroke ?? 'none') === 'none') ||
      (/opacity$/.test(attribute) && Number(value) === 1) ||
      /^(sodipodi|inkscape|sketch):/.test(attribute)
    if (isNothing) continue
    throw new LogoRefused(
      `El SVG tiene ${shown(attribute)} en <${shown(name)}>: déjele solo formas con relleno.`,
    )
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
    throw new LogoRefused(
      `El SVG tiene el estilo ${shown(property)}: déjele solo formas con relleno.`,
    )
  }
  return own
}
