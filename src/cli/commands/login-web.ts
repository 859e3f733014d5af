import { hostname } from "node:os"
import { z } from "zod"
import type { Connection } from "../client/connection.ts"
import { Refused } from "../client/refused.ts"
import { NoResponse, send } from "../client/send.ts"
import type { Invocation } from "../command.ts"
import { openBrowser } from "../terminal/open-browser.ts"

const started = z.object({ deviceCode: z.string(), userCode: z.string(), url: z.string(), interval: z.number() })

const collected = z.union([
  z.object({ status: z.literal("approved"), rootKey: z.string() }),
  z.object({ status: z.enum(["pending", "denied", "expired"]) }),
])

/** Signs this terminal in through a browser (RFC 8628). Returns the root key that was made for it. */
export async function keyFromBrowser(invocation: Invocation, url: string): Promise<string> {
  const { output, environment } = invocation
  const connection: Connection = { url, key: "", urlSource: "login", keySource: "", idempotencyKey: undefined }
  const ask = async (operation: string, body: object) => {
    const answer = await send(connection, operation, JSON.stringify(body))
    if (answer.type === "refusal") throw new Refused(answer.refusal, connection, "Nothing was stored.")
    return answer.data
  }
  const login = started.parse(await ask("deviceLogins.startLogin", { terminal: terminalName(environment) }))
  output.error(`Open ${login.url} in your browser, sign in, and type this code:\n\n  ${login.userCode}\n`)
  if (output.isErrorTerminal) openBrowser(login.url, environment)
  output.error("Waiting for your confirmation (Ctrl-C cancels) …")
  const givenUpAt = performance.now() + patienceMs
  for (;;) {
    await Bun.sleep(login.interval)
    if (performance.now() > givenUpAt) throw new Error(tooLate)
    const answer = collected.parse(
      await patiently(() => ask("deviceLogins.collectKey", { deviceCode: login.deviceCode })),
    )
    switch (answer.status) {
      case "approved":
        return answer.rootKey
      case "pending":
        continue
      case "denied":
        throw new Error("The login was refused in the browser. Nothing was stored.")
      case "expired":
        throw new Error(tooLate)
    }
  }
}

/** A little longer than the code works. */
const patienceMs = 11 * 60_000
const tooLate = "You did not confirm the code within ten minutes, so no key was stored. Run the command again."

/** The service may restart, or a laptop may change its network, while a person types. */
async function patiently(ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoResponse) return { status: "pending" }
    throw error
  }
}

/** `ada@laptop`: what the page shows, and the name of the root key. */
function terminalName({ USER, LOGNAME, USERNAME }: Invocation["environment"]): string {
  const user = USER || LOGNAME || USERNAME
  const name = [...(user ? [user] : []), hostname()].join("@")
  return name.replace(/[^\x20-\x7e]/g, "").slice(0, 128) || "terminal"
}
