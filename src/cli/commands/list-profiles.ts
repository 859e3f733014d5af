import { currentProfile, profilesFile, readProfiles } from "../client/profiles.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import { render } from "../terminal/render.ts"

const flags = { json: "nothing" } as const

export const listProfiles: Command = {
  words: ["profiles", "list"],
  aliases: [["profiles"]],
  summary: "List the stored profiles, without their keys.",
  flags,
  help: () => `Usage: keyward profiles list [--json]

Lists the profiles of this user: name, service, and which one calls use by default. Keys are never
shown; \`keyward whoami\` shows whose key a profile holds. \`keyward profiles\` is the same command.

  --json            Print the profiles as JSON.

Example:
  keyward profiles list`,
  async run({ args, environment, output }) {
    const given = readFlags(args, flags)
    const used = currentProfile(environment)
    const profiles = [...readProfiles(environment)].map(([profile, { url }]) => ({
      profile,
      url,
      isUsual: profile === used,
    }))
    if (given.has("json")) {
      output.print(JSON.stringify({ file: profilesFile(environment) ?? null, profiles }))
      return 0
    }
    const rows = profiles.map(({ profile, url, isUsual }) => ({
      profile,
      url,
      used: isUsual ? "by default" : "",
    }))
    output.print(rows.length === 0 ? "None. `keyward login` stores one." : render(rows, output))
    return 0
  },
}
