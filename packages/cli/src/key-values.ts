/** Options for a key's limits, shared by several commands. */
import { Option } from 'commander'
import { required } from './command.ts'
import { usage } from './exit.ts'
import { wholeNumber } from './values.ts'

const LIMIT_MAX = 10_000_000

/** As the status names it, `sello_test_…`, or only the id. */
const NAMED = /^[a-z][a-z0-9]*_(?:test|live)_([\w-]{12})$/

export const keyId = () =>
  required('--key-id <id>', 'lo que va en la llave antes del punto').argParser(
    (text) => NAMED.exec(text)?.[1] ?? text,
  )

/** `--limit-hour` and its like. */
export function limit(flags: string, description: string): Option {
  const [name = flags] = flags.split(' ')
  return new Option(flags, description).argParser((text) => {
    const calls = wholeNumber(name, text, LIMIT_MAX)
    if (calls > 0) return calls
    usage(`${name}: es un número entero de 1 a ${LIMIT_MAX}.`)
  })
}

export interface LimitOptions {
  readonly limitHour?: number
  readonly limitDay?: number
  readonly limitStatus?: number
}

/** Only those that were given. */
export function limitsOf({ limitHour, limitDay, limitStatus }: LimitOptions) {
  return {
    ...(limitHour === undefined ? {} : { hour: limitHour }),
    ...(limitDay === undefined ? {} : { day: limitDay }),
    ...(limitStatus === undefined ? {} : { status: limitStatus }),
  }
}

export function ipRanges(description: string): Option {
  const says = `direcciones y rangos CIDR, con comas: ${description}`
  return new Option('--ip <lista>', says).argParser((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  )
}

export function amountMax(description: string): Option {
  return new Option('--amount-max <dólares>', description).argParser((text) => {
    if (/^\d{1,11}(\.\d{1,2})?$/.test(text) && Number(text) > 0) return Number(text)
    usage(
      '--amount-max: son dólares, mayor que cero y con dos decimales a lo sumo, p. ej. 5000.00.',
    )
  })
}
