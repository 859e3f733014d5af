import { keyOperations as operations } from "../../operations/index.ts"
import { callOf, type OperationCall, presetCall } from "./operation-call.ts"
import { presets } from "./presets.ts"

/** Every operation by its short and long name, and the presets. */
export const operationCalls: readonly OperationCall[] = [
  ...operations.map(callOf),
  ...presets.flatMap((preset) => operations.filter(({ name }) => name === preset.operation).map(presetCall(preset))),
]
