import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const flags = { data: "value", json: "nothing" } as const

export const setupLink: Command = {
  words: ["setup-link"],
  summary: "Create the link with which the first user is set up.",
  flags,
  help: () =>
    `Usage: keyward setup-link [--data FOLDER] [--json]

Creates a link to the setup page, where you create the first user: an operator of the installation
and the owner of a workspace. The link works once, for 24 hours, and replaces an earlier one. Works
on the database while the service runs; the service must have started once.

Exit code 0: the link is printed; 1: the installation has a user already, or KEYWARD_DASHBOARD=off
removes the setup page. If there is a user, an operator can create links with
\`keyward users create-reset-link\`, or \`keyward members invite\`.

  --json                    Print the result as JSON.
  KEYWARD_PUBLIC_URL        The address in the link. Default: http://localhost:<port>.
${databaseSettings()}

Example:
  keyward setup-link`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    const config = readSettings(invocation, given)
    if (config.dashboard === "off") {
      output.error(
        "KEYWARD_DASHBOARD=off removes the setup page. Start the service with KEYWARD_DASHBOARD=on, and run this command with it too.",
      )
      return 1
    }
    const { withNewToken } = await import("../../offline/setup-link.ts")
    const { createSetupLink } = await import("../../operations/shared/people/create-setup-link.ts")
    const token = await withNewToken(config, createSetupLink)
    if (token === undefined) {
      output.error("The installation has a user already, so there is nothing to set up.")
      return 1
    }
    const url = `${config.publicUrl ?? `http://localhost:${config.port}`}/setup#${token}`
    output.print(given.has("json") ? JSON.stringify({ url }) : url)
    return 0
  },
}
