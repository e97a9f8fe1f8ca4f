/** The arguments of `npm run bench -- attacks`; anything else is refused in words. */
import { parseArgs } from 'node:util'
import { ATTACK_NAMES, type AttackName } from './attacks.ts'
import { FROM, type From } from './plan.ts'

export interface Options {
  readonly attacks: readonly AttackName[]
  /** Of the service. */
  readonly processes: 1 | 2
  /** Of each of the four measurements. */
  readonly seconds: number
  /** Sales planned per second. */
  readonly rate: number
  readonly from: From
  /** Only the line of JSON. */
  readonly json: boolean
}

/** The arguments were not understood; the message says which. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments'
}

/** The owner signs in once per measurement, and a confirmation lasts five minutes. */
const SECONDS_MAX = 240
const RATE_MAX = 100

export function readOptions(args: readonly string[]): Options {
  const { positionals, values } = parsed(args)
  const from = oneOf('--from', FROM, values.from ?? 'one')
  const named = positionals.map((name) => oneOf('attacks', ATTACK_NAMES, name))
  const attacks = named.length === 0 ? ATTACK_NAMES : [...new Set(named)]
  if (values.from !== undefined && attacks.some((name) => name !== 'flood')) {
    throw new WrongArguments('--from is only for flood: the other attacks are one person.')
  }
  return {
    attacks,
    processes: Number(oneOf('--processes', ['1', '2'], values.processes)) as 1 | 2,
    seconds: numberOf('--seconds', values.seconds, SECONDS_MAX),
    rate: numberOf('--rate', values.rate, RATE_MAX),
    from,
    json: values.json,
  }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        processes: { type: 'string', default: '1' },
        seconds: { type: 'string', default: '20' },
        rate: { type: 'string', default: '5' },
        from: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new WrongArguments((error as Error).message)
  }
}

function oneOf<T extends string>(name: string, values: readonly T[], given: string): T {
  const found = values.find((value) => value === given)
  if (found !== undefined) return found
  throw new WrongArguments(`${name} takes ${values.join(', ')}, not "${given}".`)
}

function numberOf(name: string, given: string, max: number): number {
  const number = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  if (number >= 1 && number <= max) return number
  throw new WrongArguments(`${name} takes a number from 1 to ${max}, not "${given}".`)
}
