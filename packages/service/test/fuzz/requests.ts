/** Random requests: some close to the contract, some far from it. */
import { gzipSync } from 'node:zlib'
import { ROUTE_SPECS, type RouteSpec } from '@sello/contract'
import type { InjectOptions } from 'fastify'
import type { Dice } from '../crash/dice.ts'
import { anyValue, brokenBody } from './values.ts'

/** What the caller knows: valid keys and existing codes. */
export interface Known {
  readonly apiKeys: readonly string[]
  readonly signKeys: readonly string[]
  readonly codes: readonly string[]
}

type Method = NonNullable<InjectOptions['method']>

const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const ROUTES: readonly RouteSpec[] = Object.values(ROUTE_SPECS)
const bodiesOf = ({ examples }: RouteSpec) =>
  Object.values(examples).flatMap(({ body }) => (body === undefined ? [] : [body]))
const BODIES = ROUTES.flatMap(bodiesOf)

export function anyRequest(dice: Dice, known: Known): InjectOptions {
  const route = dice.pick(ROUTES)
  const method = often(dice) ? route.method : dice.pick(METHODS)
  const payload = anyBody(dice, route, method)
  return {
    method,
    url: anyUrl(dice, route, known),
    headers: anyHeaders(dice, known),
    ...(payload === null ? {} : { payload }),
  }
}

/** Nine times of ten. */
const often = (dice: Dice) => dice.between(0, 9) > 0
const seldom = (dice: Dice) => !often(dice)

function anyBody(dice: Dice, route: RouteSpec, method: Method): string | Buffer | null {
  if ((method === 'GET' || method === 'HEAD') && often(dice)) return null
  const own = bodiesOf(route)
  const body = own.length > 0 && often(dice) ? dice.pick(own) : dice.pick(BODIES)
  const text = seldom(dice) ? JSON.stringify(anyValue(dice)) : brokenBody(dice, body)
  switch (dice.between(0, 39)) {
    case 0:
      return gzipSync(text)
    case 1:
      return Buffer.from(text, 'latin1')
    case 2:
      return Buffer.from(text, 'utf16le')
    case 3:
      return `[${'9'.repeat(1024 * 1024)}]`
    case 4:
      return '['.repeat(100_000)
    default:
      return text
  }
}

function anyUrl(dice: Dice, { path, query }: RouteSpec, known: Known): string {
  const filled = path.replaceAll(/\{\w+\}/g, () => segment(dice, known))
  const names = Object.keys(query.properties)
  const count = dice.pick([0, 0, 1, 2, 4])
  const parameters = Array.from({ length: count }, () => {
    const name = names.length > 0 && often(dice) ? dice.pick(names) : textOf(dice)
    return `${encode(name)}=${often(dice) ? encode(parameter(dice)) : '%zz%00%ff'}`
  })
  const search = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return often(dice) ? filled + search : mutated(dice, filled) + search
}

function segment(dice: Dice, known: Known): string {
  if (often(dice)) return dice.pick(known.codes)
  return dice.pick(['', '%00', '%2f', '..', '.', '%F0%9F%8D%95', '%zz', '%ff', 'x'.repeat(9_000)])
}

const VALUES = [
  '1',
  '0',
  '-1',
  '1e9',
  'json',
  'pdf',
  'ticket',
  'true',
  'sellado',
  '03',
  '2026-12-01',
]

const parameter = (dice: Dice) => (often(dice) ? dice.pick(VALUES) : textOf(dice))
const textOf = (dice: Dice) => {
  const value = anyValue(dice)
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 2_000)
}

/** A lone surrogate has no encoding; the replacement character goes in its place. */
function encode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString()).slice(0, 4_000)
}

function mutated(dice: Dice, path: string): string {
  const at = dice.between(1, path.length)
  return dice.pick([
    `${path}/`,
    `/${path}`,
    path.toUpperCase(),
    path.slice(0, at) || '/',
    `${path.slice(0, at)}%2e${path.slice(at)}`,
    `${path.slice(0, at)}/../${path.slice(at)}`,
    `${path};a=b`,
    `${path}#part`,
    `${path}.json`,
  ])
}

function anyHeaders(dice: Dice, known: Known): Record<string, string> {
  const headers: Record<string, string> = {
    'x-service-key': often(dice) ? dice.pick(known.apiKeys) : textHeader(dice),
    'x-service-sign-key': often(dice) ? dice.pick(known.signKeys) : textHeader(dice),
    'idempotency-key': often(dice) ? `k-${dice.between(0, 2_000)}` : textHeader(dice),
    'content-type': often(dice) ? 'application/json' : dice.pick(TYPES),
  }
  for (const name of Object.keys(headers)) if (dice.between(0, 39) === 0) delete headers[name]
  if (seldom(dice)) headers[dice.pick(EXTRA)] = textHeader(dice)
  return headers
}

const TYPES = [
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/merge-patch+json',
  'json',
  '',
]

const EXTRA = [
  'accept',
  'accept-encoding',
  'authorization',
  'content-encoding',
  'cookie',
  'expect',
  'if-none-match',
  'origin',
  'range',
  'x-forwarded-for',
  'x-http-method-override',
]

/** Valid header content: one line of Latin-1. */
function textHeader(dice: Dice): string {
  return textOf(dice)
    .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .slice(0, 1_000)
}
