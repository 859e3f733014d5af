import { nameOfProfile } from "../client/connection.ts"
import { currentProfile, profileName, readProfiles, removeProfile } from "../client/profiles.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"

const flags = { profile: "value", json: "nothing" } as const

export const logout: Command = {
  words: ["logout"],
  summary: "Forget what login has stored.",
  flags,
  help: () => `Usage: keyward logout [--profile NAME]

Removes a profile from this machine. The key itself keeps working: \`keyward root-keys delete\` ends
it.
Exit code 0: it is gone, or was not there; 1: it cannot be removed.

  --profile NAME    Which one. Default: KEYWARD_PROFILE, or the profile in use.
  --json            Prints whether there was one, as JSON.

Example:
  keyward logout --profile staging`,
  async run({ args, environment, output }) {
    const given = readFlags(args, flags)
    const profile = profileName(given.get("profile") ?? currentProfile(environment))
    const wasStored = readProfiles(environment).has(profile)
    if (wasStored) removeProfile(environment, profile)
    if (given.has("json")) output.print(JSON.stringify({ profile, wasStored }))
    else output.print(wasStored ? `Forgot ${nameOfProfile(profile)}.` : `There is no ${nameOfProfile(profile)}.`)
    return 0
  },
}
