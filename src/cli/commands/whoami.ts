import { connectionOf, serviceFlags, serviceRows } from "../client/connection.ts"
import { identify } from "../client/identify.ts"
import { Refused } from "../client/refused.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { render } from "../terminal/render.ts"
import { alignColumns } from "../terminal/text.ts"

const flags = { ...serviceFlags, json: "nothing" } as const

export const whoami: Command = {
  words: ["whoami"],
  summary: "Show which service and key calls use.",
  flags,
  help: () => `Usage: keyward whoami [--profile NAME]

Calls the service, and shows which service and key calls use and where each comes from: a flag, the
environment or a profile.

Exit code 0: the key works; 1: the service cannot be reached; 2: there is no key; 3: the service
refuses the key.

${alignColumns([...serviceRows, ["--json", "Print the result as JSON."]])}

Example:
  keyward whoami`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    const connection = connectionOf(invocation, given)
    const identified = await identify(connection)
    if (identified.type === "refused") throw new Refused(identified.refusal, connection)
    const { url, urlSource, keySource } = connection
    const found = { url, urlSource, keySource, caller: identified.caller }
    output.print(given.has("json") ? JSON.stringify(found) : render(found, output))
    return 0
  },
}
