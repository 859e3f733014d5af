import { loaders } from "../../operations/loaders.gen.ts"
import { isForPrograms } from "../../operations/operation.ts"
import type { Command } from "../command.ts"
import { presets } from "./presets.ts"
import { longNameOf, shortNameOf } from "./short-names.ts"

/** The command with exactly this name, for which only one operation is loaded: to build the schemas of all takes most of a start. */
export async function operationNamed(words: readonly string[]): Promise<Command | undefined> {
  const isSaid = (name: readonly string[]) => name.join(" ") === words.join(" ")
  const preset = presets.find((one) => isSaid(one.words))
  const name =
    preset?.operation ?? Object.keys(loaders).find((one) => isSaid(shortNameOf(one)) || isSaid(longNameOf(one)))
  const operation = name && (await loaders[name]?.())
  if (!operation || !isForPrograms(operation)) return undefined
  // Other commands need neither.
  const { callOf, presetCall } = await import("./operation-call.ts")
  const { operationCommand } = await import("./operation-command.ts")
  return operationCommand(preset === undefined ? callOf(operation) : presetCall(preset)(operation))
}
