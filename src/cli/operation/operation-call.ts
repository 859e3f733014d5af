import type { Operation } from "../../operations/operation.ts"
import { type Field, fieldsOf } from "./fields.ts"
import { type Positional, positional, positionalsOf } from "./positionals.ts"
import type { Preset } from "./presets.ts"
import { isTwin, longNameOf, shortNameOf } from "./short-names.ts"

/** A way to call an operation from the command line. */
export interface OperationCall {
  readonly operation: Operation
  readonly words: readonly string[]
  readonly aliases: readonly (readonly string[])[]
  readonly isUnlisted: boolean
  readonly summary: string
  /** Fields that the command always sends. */
  readonly sends: Readonly<Record<string, unknown>>
  /** Whether some of its requests ask for confirmation. */
  readonly mayAsk: boolean
  /** Read from the schema of the operation when needed. */
  readonly fields: () => readonly Field[]
  readonly positionals: () => readonly Positional[]
}

export function callOf(operation: Operation): OperationCall {
  const { name, input, summary } = operation
  const [short, long] = [shortNameOf(name), longNameOf(name)]
  return {
    operation,
    words: short,
    aliases: short.join(" ") === long.join(" ") ? [] : [long],
    isUnlisted: isTwin(name),
    summary,
    sends: {},
    mayAsk: mayAsk(operation),
    fields: () => fieldsOf(input),
    positionals: () => positionalsOf(name, fieldsOf(input)),
  }
}

export function presetCall({ words, summary, sends, needs, takes = [], amount }: Preset) {
  return (operation: Operation): OperationCall => {
    const fieldsNamed = (names: readonly string[]) =>
      names.flatMap((name) => fieldsOf(operation.input).filter(({ path }) => path.length === 1 && path[0] === name))
    const needed = () => fieldsNamed(needs).map((field) => ({ ...field, isRequired: true }))
    const place = (field: Field) =>
      field.path[0] === "value" ? { ...positional(field), placeholder: "AMOUNT", about: amount } : positional(field)
    return {
      operation,
      words,
      aliases: [],
      isUnlisted: false,
      summary,
      sends,
      mayAsk: mayAsk(operation),
      fields: () => [...needed(), ...fieldsNamed(takes)],
      positionals: () => needed().map(place),
    }
  }
}

function mayAsk({ isDestructive, touches = "one object" }: Operation): boolean {
  return isDestructive === true || touches !== "one object"
}
