/** Examples of a route, for the OpenAPI document. A test sends each and checks its answer. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [member: string]: Json
}

export interface Example {
  readonly resumen: string
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Json
  readonly status: number
  /** The JSON of the answer, with long texts shortened; null for a file. */
  readonly answer: Json
}

export type Examples = Readonly<Record<string, Example>>
