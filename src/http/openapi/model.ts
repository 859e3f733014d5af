import type { z } from "zod"

/** The part of OpenAPI 3.1 that the document uses. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1"
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly TagObject[]
  readonly security: readonly SecurityRequirement[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: Components
}

export type JsonSchema = z.core.JSONSchema.BaseSchema

// A type alias, because an interface is not assignable to JsonSchema.
export type Reference = { readonly $ref: string }

export interface TagObject {
  readonly name: string
  readonly description: string
}

type SecurityRequirement = Readonly<Record<string, readonly string[]>>

export type PathItem = Readonly<Partial<Record<"get" | "post", OperationObject>>>

export interface OperationObject {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  /** If absent, the bearer key of the whole document applies. */
  readonly security?: readonly SecurityRequirement[]
  readonly parameters?: readonly (ParameterObject | Reference)[]
  readonly requestBody?: {
    readonly required: boolean
    readonly content: Content
  }
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface ParameterObject {
  readonly name: string
  readonly in: "query" | "header" | "path"
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Content
}

export type Content = Readonly<Record<string, MediaType>>

interface MediaType {
  readonly schema?: JsonSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Reference>>
}

interface HeaderObject {
  readonly description: string
  readonly schema: JsonSchema
}

export interface Components {
  readonly securitySchemes: Readonly<Record<string, { type: "http"; scheme: "bearer"; description: string }>>
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly parameters: Readonly<Record<string, ParameterObject>>
  readonly headers: Readonly<Record<string, HeaderObject>>
  readonly responses: Readonly<Record<string, ResponseObject>>
  readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
}

export function refTo(section: keyof Components, name: string): Reference {
  return { $ref: `#/components/${section}/${name}` }
}
