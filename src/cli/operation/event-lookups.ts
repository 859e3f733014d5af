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

/** The request with the id of the customer, which may be deleted. An unknown customer is refused. */
export async function eventsOfCustomer(connection: Connection, body: unknown, customer: string): Promise<unknown> {
  if (!isObject(body)) throw new UsageError("--customer needs a body that is a JSON object.")
  if (body.resourceId !== undefined) throw new UsageError("--customer and --resource-id cannot be combined.")
  const answer = await send(connection, "identities.getIdentity", JSON.stringify({ identity: customer }))
  if (answer.type === "success") {
    return { ...body, resourceId: isObject(answer.data) ? answer.data.identityId : customer }
  }
  const { workspaceId } = body
  const isUnknown = answer.refusal.status === 404
  const deleted = isUnknown ? await findDeletedCustomer(connection, customer, workspaceId) : undefined
  if (deleted === undefined) throw new Refused(answer.refusal, connection)
  return { ...body, resourceId: deleted }
}

/** A page has 100 events. */
const deletionPagesAtMost = 10

/** The id of the customer that was deleted last with this id or external id. */
async function findDeletedCustomer(
  connection: Connection,
  customer: string,
  workspaceId: unknown,
): Promise<string | undefined> {
  let cursor: string | undefined
  for (let page = 0; page < deletionPagesAtMost; page += 1) {
    const request = { type: "identity.deleted", limit: 100, workspaceId, cursor }
    const answer = await send(connection, "events.listEvents", JSON.stringify(request))
    if (answer.type === "refusal" || !Array.isArray(answer.data)) return undefined
    for (const { resources, changes } of answer.data.filter(isObject)) {
      const [id] = Array.isArray(resources) ? resources.filter(isObject).map((one) => one.id) : []
      const before = isObject(changes) ? changes.before : undefined
      const isMeant = id === customer || (isObject(before) && before.externalId === customer)
      if (isMeant && typeof id === "string") return id
    }
    cursor = answer.cursor
    if (cursor === undefined) return undefined
  }
  return undefined
}

/** Of an empty list: refuses an id that no event is about, because it may be mistyped. */
export async function requireKnownObject(connection: Connection, body: unknown): Promise<void> {
  if (!isObject(body) || body.resourceId === undefined || body.cursor !== undefined) return
  const { resourceId, workspaceId } = body
  const request = { resourceId, ...(workspaceId !== undefined && { workspaceId }), limit: 1 }
  const answer = await send(connection, "events.listEvents", JSON.stringify(request))
  if (answer.type === "refusal") throw new Refused(answer.refusal, connection)
  if (Array.isArray(answer.data) && answer.data.length > 0) return
  throw new Failure("cli/failed", `No event is about ${JSON.stringify(resourceId)}.`)
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
