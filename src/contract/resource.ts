/** How a resource of the API is declared. */
export interface Resource {
  /** What people call its objects together. */
  readonly title: string
  /** One sentence for the OpenAPI document and the reference of the client. */
  readonly description: string
  /** The section of the reference that shows its operations. Several resources can share one. */
  readonly section: string
  /** What root keys can be allowed to do with it. */
  readonly grants?: GrantRule
  /** The kinds of object that it holds, by their names in events. */
  readonly objects?: Readonly<Record<string, ObjectKind>>
}

export interface GrantRule {
  /** The first part of a permission: `api` in `api.*.read_api`. */
  readonly resource: string
  /** The kind of id that a permission can name instead of `*`. */
  readonly idPrefix?: string
  readonly actions: readonly string[]
  /** Actions without a single target object, granted with `*` only. */
  readonly wildcardActions: readonly string[]
}

interface ObjectKind {
  readonly noun: string
  /** What its ids start with. Absent if it has the ids of another kind. */
  readonly idPrefix?: string
  /** The second parts of the types of its events: `created` in `api.created`. */
  readonly events: readonly string[]
  /** The same for events without a change: Keyward tells what has come about. */
  readonly notices?: readonly string[]
  /** How "Try it" of the reference offers the objects of the caller. */
  readonly picker?: Picker
}

export interface Picker {
  /** Fields of requests that name such an object. */
  readonly fields: readonly string[]
  /** The operation that lists them. */
  readonly list: string
  /** The field of an entry that becomes the value, and the one that people recognize. */
  readonly value: string
  readonly label: string
}
