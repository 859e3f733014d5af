import fc from "fast-check"
import { slugs } from "./names.ts"

/** A parsed permission query; the service gets only its text. */
export type Query =
  | { readonly type: "slug"; readonly slug: string }
  | { readonly type: "and" | "or"; readonly parts: readonly Query[] }

export function isSatisfied(query: Query, held: ReadonlySet<string>): boolean {
  switch (query.type) {
    case "slug":
      return held.has(query.slug)
    case "and":
      return query.parts.every((part) => isSatisfied(part, held))
    case "or":
      return query.parts.some((part) => isSatisfied(part, held))
  }
}

export function textOf(query: Query): string {
  switch (query.type) {
    case "slug":
      return query.slug
    case "and":
      return query.parts.map((part) => (part.type === "or" ? `(${textOf(part)})` : textOf(part))).join(" AND ")
    case "or":
      return query.parts.map(textOf).join(" or ")
  }
}

const slug = fc.constantFrom(...slugs, "nobody.has.it").map((name): Query => ({ type: "slug", slug: name }))
const combined = (part: fc.Arbitrary<Query>): fc.Arbitrary<Query> =>
  fc.record({ type: fc.constantFrom("and", "or"), parts: fc.array(part, { minLength: 2, maxLength: 3 }) })

export const query: fc.Arbitrary<Query> = fc.oneof(
  { weight: 3, arbitrary: slug },
  { weight: 2, arbitrary: combined(slug) },
  { weight: 1, arbitrary: combined(fc.oneof(slug, combined(slug))) },
)
