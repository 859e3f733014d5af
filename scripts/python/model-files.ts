import type { Field, Model, Models } from "../clients/models.ts"
import { isSecret } from "../clients/secrets.ts"
import { docstring } from "./docstring.ts"

export const notice = "# Written by `npm run gen` from the operations of the service. Change those instead of this.\n"

/**
 * Results are frozen dataclasses. Their representation leaves secrets out, because it ends up in logs. They are final, so that
 * mypy knows that `verdict.identity and verdict.identity.external_id` is no `Identity`.
 */
export function modelsFile(models: Models): string {
  const classes = models.models().map(({ name, fields }) => {
    const lines = fields.map(
      (field) => `    ${field.name}: ${annotation(field)}${defaultOf(field)}\n${describe(field)}`,
    )
    return `@final\n@dataclass(frozen=True, kw_only=True, slots=True)\nclass ${name}:\n${lines.join("") || '    """Always empty."""\n'}`
  })
  return fileOf("What the operations return.", models, classes, ["from dataclasses import dataclass, field"])
}

/** Inputs are dictionaries with known keys, so that people write them as literals. */
export function paramsFile(models: Models): string {
  return fileOf("The dictionaries that operations accept.", models, models.models().flatMap(typedDict), [])
}

/** Python 3.10 has no `NotRequired`, so the required keys are those of a class that the other keys extend. */
function typedDict({ name, fields }: Model): string[] {
  const [required, optional] = [fields.filter(isRequired), fields.filter((field) => !isRequired(field))]
  const body = (of: readonly Field[]) =>
    of.map((field) => `    ${field.name}: ${bare(field.type)}\n${describe(field)}`).join("")
  if (optional.length === 0) return [`class ${name}(TypedDict):\n${body(required)}`]
  if (required.length === 0) return [`class ${name}(TypedDict, total=False):\n${body(optional)}`]
  return [
    `class _${name}Required(TypedDict):\n${body(required)}`,
    `class ${name}(_${name}Required, total=False):\n${body(optional)}`,
  ]
}

function isRequired({ isRequired }: Field): boolean {
  return isRequired
}

function fileOf(purpose: string, models: Models, classes: readonly string[], imports: readonly string[]): string {
  const aliases = models.aliases().map(([name, type]) => `${name} = ${bare(type)}\n`)
  const names = [...models.models().map(({ name }) => name), ...models.aliases().map(([name]) => name)].toSorted()
  const exported = `__all__ = [\n${names.map((name) => `    "${name}",\n`).join("")}]\n`
  const head = [exported, ...aliases].join("\n")
  const text = [head, ...classes].join("\n\n")
  return [
    notice,
    `"""${purpose}"""\n`,
    "from __future__ import annotations\n",
    [...importsFor(text, imports)].join("\n"),
    "",
    text,
  ].join("\n")
}

/** Only what the text uses, in the order that ruff wants. */
export function importsFor(text: string, own: readonly string[]): string[] {
  const code = text.replaceAll(/"""[\s\S]*?"""/g, "")
  const uses = (name: string) => new RegExp(`\\b${name}\\b`).test(code)
  const abstract = ["Mapping", "Sequence"].filter(uses)
  const typing = ["Any", "Literal", "TypedDict", "final"].filter(uses)
  return [
    ...(abstract.length > 0 ? [`from collections.abc import ${abstract.join(", ")}`] : []),
    ...own,
    ...(typing.length > 0 ? [`from typing import ${typing.join(", ")}`] : []),
  ]
}

/** A field that the service may leave out is None then. */
function annotation({ type, isRequired }: Field): string {
  return isRequired || type.endsWith("| None") ? bare(type) : `${bare(type)} | None`
}

function defaultOf(field: Field): string {
  if (isSecret(field)) return field.isRequired ? " = field(repr=False)" : " = field(default=None, repr=False)"
  return field.isRequired ? "" : " = None"
}

function describe({ description }: Field): string {
  return description === "" ? "" : docstring([description], "    ")
}

function bare(type: string): string {
  return type.replaceAll("§", "")
}
