import { nameOfProfile, noProfile } from "../client/connection.ts"
import { chooseProfile, profileName, readProfiles } from "../client/profiles.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFixed, unexpected } from "../flags.ts"

const flags = { json: "nothing" } as const

export const useProfileCommand: Command = {
  words: ["profiles", "use"],
  usage: " NAME",
  summary: "Choose the profile that calls use by default.",
  flags,
  help: () => `Usage: keyward profiles use NAME [--json]

Makes a profile the default: calls use it unless --profile or KEYWARD_PROFILE names another.
\`keyward login\` stores profiles; \`keyward profiles\` lists them.

  --json  Print the profile as JSON.

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
      given.has("json") ? JSON.stringify({ profile: name, url }) : `Calls now use ${nameOfProfile(name)} for ${url}.`,
    )
    const winning = ["KEYWARD_PROFILE", "KEYWARD_URL", "KEYWARD_KEY"].filter((variable) => environment[variable])
    if (winning.length > 0) output.error(`Warning: ${winning.join(" and ")} from the environment will be used instead.`)
    return 0
  },
}
