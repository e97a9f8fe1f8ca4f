/** Converts PostgreSQL values to JavaScript without losing digits, independent of the machine's time zone. */
import pg from 'pg'

const { builtins } = pg.types
const INT8_ARRAY = 1016
const asText = (text: string) => text

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<
  number,
  (text: string) => unknown
>([
  [builtins.INT8, BigInt],
  [INT8_ARRAY, (text) => items(text).map((item) => (item === 'NULL' ? null : BigInt(item)))],
  [builtins.DATE, asText], // a day is not an instant: '2026-03-01'
  [builtins.TIMESTAMP, asText],
])

/** Parses `{1,NULL,3}`; one dimension, since we never select more. */
function items(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}

/** For the `types` of a pg client or pool, which get everything as text. */
export const TYPES = {
  getTypeParser(oid: number, format?: string): (text: string) => unknown {
    return PARSERS.get(oid) ?? pg.types.getTypeParser(oid, format as 'text')
  },
} as pg.CustomTypesConfig
