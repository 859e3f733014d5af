// Written by `npm run gen` from src/core/permission-query.ts. Do not edit.

type Operator = "and" | "or"

type Step = { readonly kind: "permission"; readonly slug: string } | { readonly kind: Operator }

/** Postfix order: neither parsing nor evaluation recurses, however deep the parentheses. */
export interface PermissionQuery {
  readonly steps: readonly Step[]
}

export type ParsedPermissionQuery =
  | { readonly ok: true; readonly query: PermissionQuery }
  /** The position counts characters from 1; one past the last is the end of the query. */
  | { readonly ok: false; readonly position: number; readonly message: string }

/** Parses the grammar of docs/contract.md#193-permission-query and stops at the first error. */
export function parsePermissionQuery(text: string): ParsedPermissionQuery {
  const progress: Progress = { steps: [], pending: [], openCount: 0 }
  let wantsOperand = true
  for (let token = readToken(text, 0); ; token = readToken(text, token.end)) {
    if (wantsOperand) {
      if (!acceptOperand(progress, token)) return failure(token, 'a permission or "("')
      wantsOperand = token.kind === "("
    } else {
      if (!acceptOperator(progress, token)) return failure(token, expectedNext(progress))
      if (token.kind === "end") return { ok: true, query: { steps: progress.steps } }
      wantsOperand = token.kind !== ")"
    }
  }
}

/** Whether the held slugs satisfy the query. `*` is an ordinary character. */
export function satisfies(query: PermissionQuery, held: readonly string[]): boolean {
  const lookUp = held.length > fewPermissions ? new Set(held) : undefined
  const results: boolean[] = []
  for (const step of query.steps) {
    if (step.kind === "permission") {
      results.push(lookUp === undefined ? held.includes(step.slug) : lookUp.has(step.slug))
    } else {
      const right = results.pop() === true
      const left = results.pop() === true
      results.push(step.kind === "and" ? left && right : left || right)
    }
  }
  return results.pop() === true
}

/** A short list of slugs that a key lacks for the query: with them, it would satisfy it. Empty if it does already. */
export function missingPermissions(query: PermissionQuery, held: readonly string[]): readonly string[] {
  const has = new Set(held)
  const results: (readonly string[])[] = []
  for (const step of query.steps) {
    if (step.kind === "permission") {
      results.push(has.has(step.slug) ? [] : [step.slug])
    } else {
      const right = results.pop() ?? []
      const left = results.pop() ?? []
      const shorter = left.length <= right.length ? left : right
      results.push(step.kind === "and" ? [...new Set([...left, ...right])] : shorter)
    }
  }
  return results.pop() ?? []
}

/** Up to this size, a linear search is faster than building a set for one query. */
const fewPermissions = 16

interface Token {
  readonly kind: "permission" | Operator | "(" | ")" | "end" | "stray"
  readonly text: string
  readonly start: number
  readonly end: number
}

interface Progress {
  readonly steps: Step[]
  /** Operators and parentheses whose right-hand side is still to come. */
  readonly pending: (Operator | "(")[]
  openCount: number
}

function acceptOperand(progress: Progress, token: Token): boolean {
  if (token.kind === "permission") {
    progress.steps.push({ kind: "permission", slug: token.text })
    return true
  }
  if (token.kind !== "(") return false
  progress.pending.push("(")
  progress.openCount += 1
  return true
}

function acceptOperator(progress: Progress, token: Token): boolean {
  switch (token.kind) {
    case "and":
    case "or":
      finishOperators(progress, token.kind === "and" ? ["and"] : ["and", "or"])
      progress.pending.push(token.kind)
      return true
    case ")":
      if (progress.openCount === 0) return false
      finishOperators(progress, ["and", "or"])
      progress.pending.pop()
      progress.openCount -= 1
      return true
    case "end":
      if (progress.openCount > 0) return false
      finishOperators(progress, ["and", "or"])
      return true
    default:
      return false
  }
}

/** Moves pending operators to the result until one binds less tightly than the given ones. */
function finishOperators({ steps, pending }: Progress, binding: readonly Operator[]): void {
  for (let top = pending.at(-1); top !== undefined && top !== "(" && binding.includes(top); top = pending.at(-1)) {
    steps.push({ kind: top })
    pending.pop()
  }
}

const blanks = /[ \t\r\n]*/y
const word = /[A-Za-z0-9._\-:*/]+/y

function readToken(text: string, from: number): Token {
  const start = from + matchAt(blanks, text, from).length
  const found = matchAt(word, text, start)
  if (found !== "") return { kind: kindOfWord(found), text: found, start, end: start + found.length }
  const codePoint = text.codePointAt(start)
  if (codePoint === undefined) return { kind: "end", text: "", start, end: start }
  const character = String.fromCodePoint(codePoint)
  const kind = character === "(" || character === ")" ? character : "stray"
  return { kind, text: character, start, end: start + character.length }
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0] ?? ""
}

function kindOfWord(text: string): Token["kind"] {
  const lowered = text.toLowerCase()
  return lowered === "and" || lowered === "or" ? lowered : "permission"
}

function expectedNext(progress: Progress): string {
  return progress.openCount > 0 ? '"and", "or" or ")"' : '"and", "or" or the end of the query'
}

function failure(token: Token, expected: string): ParsedPermissionQuery {
  const position = token.start + 1
  const found = token.kind === "end" ? "the end of the query" : JSON.stringify(token.text)
  return { ok: false, position, message: `expected ${expected} at character ${position}, found ${found}` }
}
