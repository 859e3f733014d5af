import { nameOfProfile, noProfile } from "../client/connection.ts"
import { chooseProfile, profileName, readProfiles } from "../client/profiles.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFixed, unexpected } from "../flags.ts"

const flags = { json: "nothing" } as const

export const useProfileCommand: Command = {
  words: ["profiles", "use"],
  usage: " NAME",
  summary: "Choose the profile that calls use from now on.",
  flags,
  help: () => `Usage: keyward profiles use NAME [--json]

Calls use this profile from now on where neither --profile nor KEYWARD_PROFILE names another.
\`keyward login\` stores profiles, \`keyward profiles\` lists them.

  --json  Prints it as JSON.

Example:
  keyward profiles use default`,
  async run({ args, environment, output }) {
    const { given, words } = readFixed(args, flags)
    const [said, stray] = words
    if (said === undefined) throw new UsageError("Name the profile to use. `keyward profiles` lists them.")
    if (stray !== undefined) throw unexpected(stray)
    const name = profileName(said)
    const profile = readProfiles(environment).get(name)
    if (profile === undefined) throw noProfile(name, [...readProfiles(environment).keys()])
    chooseProfile(environment, name)
    const { url } = profile
    output.print(
      given.has("json") ? JSON.stringify({ profile: name, url }) : `Calls use ${nameOfProfile(name)} for ${url} now.`,
    )
    const winning = ["KEYWARD_PROFILE", "KEYWARD_URL", "KEYWARD_KEY"].filter((variable) => environment[variable])
    if (winning.length > 0) output.error(`Careful: ${winning.join(" and ")} from the environment still wins.`)
    return 0
  },
}
