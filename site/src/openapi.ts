/** The parts of the contract's OpenAPI document that the pages read. */
import { openapiDocument } from '../../packages/contract/src/openapi/document.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

interface Named {
  readonly summary: string
  readonly value: unknown
}

export interface Content {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Named>>
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description: string
  readonly schema: Schema
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, Content>> }
    >
  >
}

interface Document {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

export const OPENAPI = openapiDocument('') as unknown as Document

/** A parameter, found where it is only named. */
export const parameterOf = (one: Parameter): Parameter =>
  one.$ref === undefined
    ? one
    : (OPENAPI.components.parameters[one.$ref.split('/').at(-1) ?? ''] as Parameter)
