import type { TestServer } from "../harness/harness.ts"
import { until } from "../harness/until.ts"
import { outcomeOf } from "../requests/outcome.ts"
import { visitor } from "./person.ts"

export const refused = "429 limits/sign_in_rate_limited"

/** More than the 22 that a server hashes and lets wait. */
const connections = 30

/** Strangers who try wrong passwords, each for another account from another network, until `stop`. */
export async function startFlood(server: TestServer): Promise<{ stop(): Promise<void> }> {
  let isOver = false
  let refusals = 0
  const attack = async () => {
    while (!isOver) {
      const reply = await server.call("sessions.signIn", strangerInput(), { ...visitor, headers: randomNetwork() })
      if (outcomeOf(reply) === refused) refusals += 1
    }
  }
  const attacks = Promise.allSettled(Array.from({ length: connections }, attack))
  await until(() => refusals >= connections)
  return {
    async stop() {
      isOver = true
      await attacks
    },
  }
}

export function strangerInput() {
  return { email: `${crypto.randomUUID()}@example.com`, password: "a wrong password" }
}

/** The address of a client behind a proxy on this machine, which the server must trust. */
export function randomNetwork(): Readonly<Record<string, string>> {
  const groups = [...crypto.getRandomValues(new Uint16Array(3))].map((group) => group.toString(16))
  return { "X-Forwarded-For": `2001:${groups.join(":")}::1` }
}

export const behindProxy = { KEYWARD_TRUSTED_PROXIES: "127.0.0.1/32" } as const
