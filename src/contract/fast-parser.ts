import { isCleanText } from "./primitives.ts"

/** Whether the schema of the field would accept the value unchanged. */
type Accepts = (value: unknown) => boolean

/** The fields of the most common requests of an operation. */
interface FastSchema {
  readonly members: Readonly<Record<string, Accepts>>
  readonly required: readonly string[]
}

/**
 * Accepts a body of texts and integers within their bounds, ten times as fast as a schema. It leaves every other
 * body, valid or not, to the schema.
 */
export function fastParser<Input extends object>({
  members,
  required,
}: FastSchema): (body: unknown) => Input | undefined {
  // A map, because a field may be called `constructor`.
  const accepting = new Map(Object.entries(members))
  const isAccepted = (body: Readonly<Record<string, unknown>>) => {
    for (const member in body) if (!accepting.get(member)?.(body[member])) return false
    for (const member of required) if (body[member] === undefined) return false
    return true
  }
  return (body) => (isObject(body) && isAccepted(body) ? (body as Input) : undefined)
}

function isObject(body: unknown): body is Readonly<Record<string, unknown>> {
  return typeof body === "object" && body !== null
}

interface Bounds {
  readonly minimum: number
  readonly maximum: number
}

/** n code points are n to 2n UTF-16 units. Where this leaves a doubt, the schema counts. */
export function plainText({ minimum, maximum }: Bounds): Accepts {
  const tooFewUnits = 2 * (minimum - 1)
  return (value) =>
    typeof value === "string" && value.length > tooFewUnits && value.length <= maximum && isCleanText(value)
}

/** Leaves -0 to the schema, which turns it into 0. */
export function plainInteger({ minimum, maximum }: Bounds): Accepts {
  return (value) =>
    typeof value === "number" &&
    Number.isInteger(value) &&
    value >= minimum &&
    value <= maximum &&
    !Object.is(value, -0)
}
