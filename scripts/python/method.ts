import { methodName } from "../client/operation-facts.ts"
import type { Method } from "../clients/method.ts"
import type { Models } from "../clients/models.ts"
import { inputLiteral, joined } from "./literal.ts"
import { snakeCase } from "./names.ts"

/** As wide as the samples of the reference. */
const callLength = 64

/** The example of the operation as a call: `client.apis.create_api(name="Payments")`. `start` is what precedes it. */
export function exampleCall({ operation, fields, list }: Method, inputs: Models, start = ""): string {
  const { name } = operation
  const example = operation.example ?? {}
  const args =
    list === undefined
      ? Object.entries(example).map(([wireName, value]) => {
          const field = fields.find((one) => one.wireName === wireName)
          if (field === undefined) throw new Error(`The example of ${name} has the unknown field ${wireName}.`)
          return `${field.name}=${inputLiteral(value, field.type, inputs)}`
        })
      : [inputLiteral(example, list, inputs)]
  const resource = name.slice(0, name.indexOf("."))
  const call = [`${start}client.${snakeCase(resource)}.${snakeCase(methodName(operation))}(`, ...args, ")"]
  return joined(call, callLength)
}
