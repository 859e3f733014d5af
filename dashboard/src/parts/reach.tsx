import type { Touches } from "../../../src/contract/touches.ts"
import { type Input, type Question, type Reach, type Reply, reachOf, touchedBy } from "../../../src/core/reach.ts"
import type { Client } from "../client.ts"
import { useRead } from "../queries.ts"

interface ReachProps {
  /** What the operation declares. */
  readonly touches: Touches
  /** The request that is about to be sent. */
  readonly input: Input
}

/** `Applies to 41 customers and 1,204 keys immediately.`, as the CLI and the reference say it before the same call. */
export function Reached(props: ReachProps) {
  const sentence = useReach(props)?.sentence
  return sentence === undefined || sentence === "" ? null : <strong>{sentence}</strong>
}

/** Undefined while it is counted, and for a request that touches only what it names. */
export function useReach({ touches, input }: ReachProps): Reach | undefined {
  const touched = touchedBy(touches, input)
  const named = touched !== undefined && "field" in touched ? input[touched.field] : undefined
  const { data } = useRead(
    ["reach", touched, named],
    async (client) => ({
      data: touched && (await reachOf(touched, input, (question) => replyTo(client, question))),
      ...known,
    }),
    { isEnabled: touched !== undefined },
  )
  return touched === undefined ? undefined : data
}

/** The count itself has no request of its own. */
const known = { requestId: "", headers: new Headers() }

async function replyTo(client: Client, question: Question): Promise<Reply | undefined> {
  const result = await send(client, question)
  return result.error ? undefined : result
}

function send(client: Client, { operation, body }: Question) {
  switch (operation) {
    case "identities.getIdentity":
      return client.identities.getIdentity(body)
    case "identities.listIdentities":
      return client.identities.listIdentities(body)
    case "keys.listKeys":
      return client.keys.listKeys(body)
    case "workspaces.getWorkspace":
      return client.workspaces.getWorkspace(body)
  }
}
