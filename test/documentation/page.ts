import { readFileSync } from "node:fs"
import { Glob } from "bun"

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** Of the fence that opens it. */
  readonly line: number
  readonly language: string
  /** What follows the language: `background`, or nothing. */
  readonly note: string
  /** Given to it by a comment before it, where a test of its own runs it. */
  readonly name: string | undefined
  readonly text: string
}

const places = [
  "*.md",
  "docs/**/*.md",
  "sdk/README.md",
  "clients/*/README.md",
  "examples/**/README.md",
  "deploy/**/*.md",
]

/** Every page that a user reads. */
export function pages(): readonly string[] {
  return places.flatMap((place) => [...new Glob(place).scanSync(".")].sort())
}

export function blocksIn(page: string): readonly Block[] {
  return blocksOf(page, readFileSync(page, "utf8"))
}

/** A block inside a list is indented, and its lines with it. */
export function blocksOf(page: string, markdown: string): readonly Block[] {
  const pattern = /(?:^<!-- run: (\w+) -->\n)?^([ \t]*)```(\S*)[ \t]*(.*)\n([\s\S]*?)^[ \t]*```[ \t]*$/gm
  return [...markdown.matchAll(pattern)].map((match) => {
    const [, name, indent = "", language = "", note = "", text = ""] = match
    return {
      page,
      line: markdown.slice(0, match.index).split("\n").length + (name === undefined ? 0 : 1),
      language,
      note: note.trim(),
      name,
      text: text.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }
  })
}

export function isCommand({ language }: Block): boolean {
  return language === "sh"
}

/** Whether it is pasted together with the rest of its page. */
export function isRun(block: Block): boolean {
  return isCommand(block) && block.name === undefined
}

/** The position in the form that editors understand. */
export function placeOf({ page, line }: Block): string {
  return `${page}:${line}`
}
