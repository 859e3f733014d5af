import { nameOfProfile } from "../client/connection.ts"
import { currentProfile, profileName, readProfiles, removeProfile } from "../client/profiles.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"

const flags = { profile: "value", json: "nothing" } as const

export const logout: Command = {
  words: ["logout"],
  summary: "Delete a stored profile.",
  flags,
  help: () => `Usage: keyward logout [--profile NAME]

Deletes a stored profile from this machine. The key itself keeps working; \`keyward root-keys delete\`
deletes it.

Exit code 0: the profile is deleted, or did not exist; 1: it cannot be deleted.

  --profile NAME    Profile to delete. Default: KEYWARD_PROFILE, or the profile in use.
  --json            Print whether the profile existed, as JSON.

Example:
  keyward logout --profile staging`,
  async run({ args, environment, output }) {
    const given = readFlags(args, flags)
    const profile = profileName(given.get("profile") ?? currentProfile(environment))
    const wasStored = readProfiles(environment).has(profile)
    if (wasStored) removeProfile(environment, profile)
    if (given.has("json")) output.print(JSON.stringify({ profile, wasStored }))
    else output.print(wasStored ? `Deleted ${nameOfProfile(profile)}.` : `There is no ${nameOfProfile(profile)}.`)
    return 0
  },
}
