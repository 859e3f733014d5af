import { beforeAll } from "bun:test"
import { HTTPClient, Unkey } from "@unkey/api"
import type { TestServer } from "../../harness/harness.ts"

/** The published client, pointed at a server by its own option, and a note of what that answered. */
export interface NotingClient {
  readonly unkey: Unkey
  /** Statuses that came back, by operation. */
  readonly answers: ReadonlyMap<string, ReadonlySet<number>>
}

export function connect(serverURL: string, rootKey: string): NotingClient {
  const answers = new Map<string, Set<number>>()
  const httpClient = new HTTPClient()
  httpClient.addHook("response", ({ status }, { url }) => {
    const operation = url.slice(url.lastIndexOf("/") + 1)
    answers.set(operation, (answers.get(operation) ?? new Set()).add(status))
  })
  return { unkey: new Unkey({ serverURL, rootKey, httpClient }), answers }
}

/** A client for all tests of a `describe` block. Its members can be used once the tests run. */
export function connectTo(server: TestServer): NotingClient {
  const client = {} as NotingClient
  beforeAll(() => {
    Object.assign(client, connect(server.url, server.rootKey))
  })
  return client
}

/** The parts of the client that Keyward serves. */
export const servedGroups = ["apis", "identities", "keys", "permissions", "ratelimit"] as const

export type Group = Exclude<
  { [Member in keyof Unkey]: Unkey[Member] extends { _baseURL: unknown } ? Member : never }[keyof Unkey],
  undefined
>

/** Names of the methods that the client has in a group, read off the client itself. */
export function methodsOf(unkey: Unkey, group: Group): readonly string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(unkey[group])).filter((name) => name !== "constructor")
}

/** What a file about one group has not shown: every method is to succeed and to be refused at least once. */
export function notShown({ unkey, answers }: NotingClient, group: Group): readonly string[] {
  return methodsOf(unkey, group).filter((method) => {
    const statuses = [...(answers.get(`${group}.${method}`) ?? [])]
    return !statuses.includes(200) || !statuses.some((status) => status >= 400)
  })
}
