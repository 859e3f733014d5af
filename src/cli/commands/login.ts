import { addressIn, type Connection, keyIn, keyInFile, nameOfProfile, usualUrl } from "../client/connection.ts"
import { describeCaller, identify } from "../client/identify.ts"
import { isLocal } from "../client/other-protocol.ts"
import { currentProfile, profileName, readProfiles, saveProfile } from "../client/profiles.ts"
import { Refused } from "../client/refused.ts"
import type { Command, Invocation } from "../command.ts"
import { Cancelled, UsageError } from "../failure.ts"
import { readFlags } from "../flags.ts"

const flags = { url: "value", "key-file": "value", profile: "value", json: "nothing" } as const

export const login: Command = {
  words: ["login"],
  summary: "Store the address of a service and a key to call it with.",
  flags,
  help: () => `Usage: keyward login [--url URL] [--profile NAME] [--key-file FILE]

Asks for the address of the service and for a root or operator key, tries them, and stores them if
they work: in profiles.json under $KEYWARD_CONFIG_DIR, $XDG_CONFIG_HOME/keyward or
~/.config/keyward, with mode 0600. Every call uses them from then on. What is typed as the key is
not shown. Without a terminal the key is read from standard input.

Several services or workspaces have a profile each. A call uses the one that --profile names, else
that of KEYWARD_PROFILE, else the one chosen with \`keyward profiles use\`, else default. The flags
--url and --key-file win over a profile, and so do KEYWARD_URL and KEYWARD_KEY unless --profile is
there. A stored key is sent to the service it was stored for and to no other.
Exit code 0: stored; 1: the service cannot be reached; 2: the command line is wrong; 3: the service
refuses the key.

  --url URL         Address of the service. Default: the one you type, KEYWARD_URL, or
                    ${usualUrl}.
  --profile NAME    Name to store it under. Default: KEYWARD_PROFILE, or the profile in use.
  --key-file FILE   Reads the key from a file.
  --json            Prints what was stored, without the key, as JSON.

Example:
  keyward login --url http://localhost:8080 < root-key.txt`,
  async run(invocation) {
    const { args, environment, output } = invocation
    const given = readFlags(args, flags)
    const profile = profileName(given.get("profile") ?? currentProfile(environment))
    const stored = readProfiles(environment).get(profile)?.url
    const url = await urlFor(invocation, given.get("url"), stored)
    const { key, keySource } = await keyFor(invocation, given.get("key-file"))
    const connection: Connection = { url, key, urlSource: "login", keySource, idempotencyKey: undefined }
    const identified = await identify(connection)
    if (identified.type === "refused") throw new Refused(identified.refusal, connection, "Nothing was stored.")
    const { caller } = identified
    if (caller.type === "api_key") {
      throw new Error(
        `That is ${describeCaller(caller)}: log in with a root key or the operator key. Nothing was stored.`,
      )
    }
    const file = saveProfile(environment, profile, { url, key })
    if (given.has("json")) output.print(JSON.stringify({ profile, url, file, caller }))
    else
      output.print(
        `Logged in to ${url} with ${describeCaller(caller)}; stored as ${nameOfProfile(profile)} in ${file}.`,
      )
    warn(invocation, { url, profile })
    return 0
  },
}

async function urlFor({ environment, person }: Invocation, flag: string | undefined, stored: string | undefined) {
  if (flag !== undefined) return addressIn(flag, "--url")
  const offered = environment.KEYWARD_URL || stored || usualUrl
  const typed = person && (await person.ask(`Address of the service [${offered}]: `))
  if (person !== undefined && typed === undefined) throw new Cancelled("Nothing was stored.")
  return typed
    ? addressIn(typed, "as it was typed")
    : addressIn(offered, environment.KEYWARD_URL ? "KEYWARD_URL" : "the default")
}

async function keyFor({ person, readInput }: Invocation, file: string | undefined) {
  if (file !== undefined) return { key: keyIn(keyInFile(file), "--key-file"), keySource: "--key-file" }
  if (person === undefined) {
    const key = (await readInput()).trim()
    if (key === "") throw new UsageError("There is no key: put it on standard input, or name a --key-file.")
    return { key: keyIn(key, "standard input"), keySource: "standard input" }
  }
  const key = await person.askSecret("Root or operator key (it is not shown): ")
  if (key === undefined || key === "") throw new Cancelled("Nothing was stored.")
  return { key: keyIn(key, "what was typed"), keySource: "this login" }
}

function warn({ environment, output }: Invocation, stored: { readonly url: string; readonly profile: string }): void {
  const { url, profile } = stored
  if (url.startsWith("http:") && !isLocal(url)) {
    output.error(`Careful: to ${url} the key travels unencrypted. Use https if others could listen on the way.`)
  }
  // Whoever names the profile with every call gets it.
  if (profile !== currentProfile(environment)) {
    output.error(`To use it without --profile: keyward profiles use ${profile}`)
    return
  }
  const winning = ["KEYWARD_URL", "KEYWARD_KEY"].filter((name) => environment[name])
  if (winning.length > 0)
    output.error(`Careful: ${winning.join(" and ")} from the environment will be used instead of the profile.`)
}
