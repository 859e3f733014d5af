import { isIdShaped } from "../../core/id-shape.ts"
import type { Command } from "../command.ts"
import type { Field } from "../operation/fields.ts"
import { operationCalls } from "../operation/operation-calls.ts"
import { operationCommand } from "../operation/operation-command.ts"
import { type Positional, positional } from "../operation/positionals.ts"

/** `keyward explain KEY_OR_ID`: the same as `keyward keys explain`, and also takes the key itself as argument. */
export const explainCommand: Command = operationCommand({
  ...explainCall(),
  words: ["explain"],
  aliases: [],
  summary: "Explain why a key is valid or refused now. Charges nothing.",
  positionals: () => keyOrId(explainCall().fields()),
})

function explainCall() {
  const call = operationCalls.find(({ operation }) => operation.name === "keys.explainKey")
  if (call === undefined) throw new Error("There is no operation keys.explainKey.")
  return call
}

function keyOrId(fields: readonly Field[]): readonly Positional[] {
  const named = (name: string) => fields.find(({ path }) => path.join(".") === name)
  const [id, key] = [named("keyId"), named("key")]
  if (id === undefined) return []
  return [
    {
      ...positional(id),
      placeholder: "KEY_OR_ID",
      about:
        "The id of the key, or the key itself. Other users can read the key in the process list: prefer the id, or --key -.",
      isOptional: true,
      fieldFor: (value) => (isIdShaped("key", value) ? id : key),
    },
  ]
}
