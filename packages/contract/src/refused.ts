/** A refusal as it is thrown, with the types of the tables. */
import type { Static } from 'typebox'
import { type Issue as IssueSchema, REFUSALS, type RefusalCode } from './refusals.ts'
import { CONSOLE_REFUSALS } from './refusals-console.ts'

/** Those of the console's own API. */
export type ConsoleRefusalCode = keyof typeof CONSOLE_REFUSALS

const ALL = { ...REFUSALS, ...CONSOLE_REFUSALS }
export type AnyRefusalCode = keyof typeof ALL

/** The row of a code of either table. */
export const refusalOf = (code: AnyRefusalCode): (typeof ALL)[AnyRefusalCode] => ALL[code]

type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

export type Issue = Frozen<Static<typeof IssueSchema>>

type Carried<C extends AnyRefusalCode> = Static<(typeof ALL)[C]['details']>

/** The details of a code: for most an empty object. */
export type DetailsOf<C extends AnyRefusalCode> = [keyof Carried<C>] extends [never]
  ? Record<string, never>
  : Frozen<Carried<C>>

export type RefusalDetails = { readonly [C in RefusalCode]: DetailsOf<C> }

/** Why a prepareToken is invalid. */
export type MotivoPrepareToken = RefusalDetails['prepare_token_invalid']['motivo']

/** Thrown to stop a request. `cause` is for the log; `message` and `details` are for the caller. */
export class Refused<C extends AnyRefusalCode = AnyRefusalCode> extends Error {
  override readonly name = 'Refused'
  readonly code: C
  readonly details: DetailsOf<C>

  constructor(code: C, message: string, details: DetailsOf<C>, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.details = details
  }
}
