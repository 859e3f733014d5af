import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { send } from "../client/send.ts"
import { Failure, UsageError } from "../failure.ts"
import { isObject } from "../terminal/json.ts"

/** What `keyward events list` asks the service beside its call. */

type Fields = Readonly<Record<string, unknown>>

/** The row of the help. */
export const customerHelp = [
  "--customer CUSTOMER",
  "Only events about this customer and its keys, by its id or external id.",
] as const

/** The request with the id of the customer. An unknown customer is refused. */
export async function eventsOfCustomer(connection: Connection, body: unknown, customer: string): Promise<unknown> {
  if (!isObject(body)) throw new UsageError("--customer needs a body that is a JSON object.")
  if (body.resourceId !== undefined) throw new UsageError("--customer and --resource-id cannot be combined.")
  const answer = await send(connection, "identities.getIdentity", JSON.stringify({ identity: customer }))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  return { ...body, resourceId: isObject(answer.data) ? answer.data.identityId : customer }
}

/** Of an empty list: refuses an id that no event is about, because it is mistyped. */
export async function requireKnownObject(connection: Connection, body: unknown): Promise<void> {
  if (!isObject(body) || body.resourceId === undefined || body.cursor !== undefined) return
  const { resourceId, workspaceId } = body
  const request = { resourceId, ...(workspaceId !== undefined && { workspaceId }), limit: 1 }
  const answer = await send(connection, "events.listEvents", JSON.stringify(request))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  if (Array.isArray(answer.data) && answer.data.length > 0) return
  throw new Failure("cli/failed", `No object has the id ${JSON.stringify(resourceId)}: no event is about it.`)
}

/** More are shown by their ids. */
const namedAtMost = 20

/** The events with the names of the keys that made them. Without the right to read a key, its id stays. */
export async function withActorNames(connection: Connection, events: readonly Fields[]): Promise<readonly Fields[]> {
  const makers = new Map(events.flatMap(makerOf))
  const named = await Promise.all(
    [...makers].slice(0, namedAtMost).map(async ([id, read]) => [id, await nameOf(connection, read)] as const),
  )
  const names = new Map(named)
  return events.map((event) => {
    const { actor } = event
    const name = isObject(actor) ? (actor.name ?? names.get(String(actor.id))) : undefined
    return name === undefined || !isObject(actor) ? event : { ...event, actor: { ...actor, name } }
  })
}

interface Read {
  readonly operation: string
  readonly body: Fields
}

function makerOf({ actor, workspaceId }: Fields): readonly (readonly [string, Read])[] {
  if (!isObject(actor) || actor.name !== undefined) return []
  const id = String(actor.id)
  if (actor.type === "root_key") {
    return [[id, { operation: "rootKeys.getRootKey", body: { rootKeyId: id, workspaceId } }]]
  }
  return actor.type === "api_key" ? [[id, { operation: "keys.getKey", body: { keyId: id } }]] : []
}

async function nameOf(connection: Connection, { operation, body }: Read): Promise<unknown> {
  const answer = await send(connection, operation, JSON.stringify(body))
  return answer.type === "success" && isObject(answer.data) ? answer.data.name : undefined
}
