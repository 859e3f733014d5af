import type { Operation } from "../../src/operations/operation.ts"
import { keyOperations, methodName, typeName } from "../client/operation-facts.ts"

export function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** `CreateApi`, or `RootKeysCreateKey` where several resources have a method of this name. */
export function operationLabel(operation: Operation): string {
  const isShared = keyOperations.some((other) => other !== operation && methodName(other) === methodName(operation))
  return isShared ? typeName(operation) : pascalCase(methodName(operation))
}

/** `EventResources` holds objects of the type `EventResource`, and `CreateKeysInput` those of `CreateKeyInput`. */
export function singular(name: string): string {
  return name.replace(/ies(Input|Patch)?$/, "y$1").replace(/([^s])s(Input|Patch)?$/, "$1$2")
}
