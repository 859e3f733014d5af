import { addressIn, type Connection, defaultUrl, keyIn, keyInFile, nameOfProfile } from "../client/connection.ts"
import { describeCaller, identify } from "../client/identify.ts"
import { isLocal } from "../client/other-protocol.ts"
import { currentProfile, profileName, readProfiles, saveProfile } from "../client/profiles.ts"
import { Refused } from "../client/refused.ts"
import type { Command, Invocation } from "../command.ts"
import { Cancelled, UsageError } from "../failure.ts"
import { readFlags } from "../flags.ts"
import { keyFromBrowser } from "./login-web.ts"

const flags = { url: "value", "key-file": "value", profile: "value", web: "nothing", json: "nothing" } as const

export const login: Command = {
  words: ["login"],
  summary: "Store the address of a service and a key for calling it.",
  flags,
  help: () => `Usage: keyward login [--web] [--url URL] [--profile NAME] [--key-file FILE]

Asks for the address of a service and a root or operator key, checks that they work, and stores
them. All later calls use them. The key is not shown while you type. If there is no terminal (CI, a
script), the key is read from standard input.

With --web, you need no key: the command shows a code, which you type into a page of the service
after you have signed in there. You choose the workspace, what the terminal may do, and for how
long. The service then makes a root key for this terminal. Type only codes that you see in your own
terminal.

Profiles are stored in profiles.json in $KEYWARD_CONFIG_DIR, $XDG_CONFIG_HOME/keyward or
~/.config/keyward, with mode 0600. Use one profile per service or workspace. A call uses the profile
of --profile, else of KEYWARD_PROFILE, else of \`keyward profiles use\`, else the one named default.

--url and --key-file override the profile. KEYWARD_URL and KEYWARD_KEY override it too, unless you
pass --profile. A stored key is only sent to the service that it was stored for.

Exit code 0: stored; 1: the service cannot be reached; 2: the command line is wrong; 3: the service
refuses the key.

  --url URL         Address of the service. Default: KEYWARD_URL, the address of the profile, or
                    ${defaultUrl}. A terminal asks.
  --profile NAME    Profile to store them in. Default: KEYWARD_PROFILE, or the profile in use.
  --web             Sign in through the browser.
  --key-file FILE   Read the key from FILE.
  --json            Print what was stored as JSON, without the key.

Example:
  keyward login --url http://localhost:8080 < root-key.txt`,
  async run(invocation) {
    const { args, environment, output } = invocation
    const given = readFlags(args, flags)
    const profile = profileName(given.get("profile") ?? currentProfile(environment))
    const stored = readProfiles(environment).get(profile)?.url
    const url = await urlFor(invocation, given.get("url"), stored)
    if (given.has("web") && given.has("key-file")) throw new UsageError("--web makes a key. Remove --key-file.")
    const { key, keySource } = given.has("web")
      ? { key: await keyFromBrowser(invocation, url), keySource: "this login" }
      : await keyFor(invocation, given.get("key-file"))
    const connection: Connection = { url, key, urlSource: "login", keySource, idempotencyKey: undefined }
    const identified = await identify(connection)
    if (identified.type === "refused") throw new Refused(identified.refusal, connection, "Nothing was stored.")
    const { caller } = identified
    if (caller.type === "api_key") {
      throw new Error(
        `This is ${describeCaller(caller)}. Log in with a root key or the operator key. Nothing was stored.`,
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

async function urlFor({ environment, prompt }: Invocation, flag: string | undefined, stored: string | undefined) {
  if (flag !== undefined) return addressIn(flag, "--url")
  const offered = environment.KEYWARD_URL || stored || defaultUrl
  const typed = prompt && (await prompt.ask(`Address of the service [${offered}]: `))
  if (prompt !== undefined && typed === undefined) throw new Cancelled("Nothing was stored.")
  return typed
    ? addressIn(typed, "as typed")
    : addressIn(offered, environment.KEYWARD_URL ? "KEYWARD_URL" : "the default")
}

async function keyFor({ prompt, readInput }: Invocation, file: string | undefined) {
  if (file !== undefined) return { key: keyIn(keyInFile(file), "--key-file"), keySource: "--key-file" }
  if (prompt === undefined) {
    const key = (await readInput()).trim()
    if (key === "") throw new UsageError("There is no key. Pass it on standard input or with --key-file.")
    return { key: keyIn(key, "standard input"), keySource: "standard input" }
  }
  const key = await prompt.askSecret("Root or operator key (not shown): ")
  if (key === undefined || key === "") throw new Cancelled("Nothing was stored.")
  return { key: keyIn(key, "the terminal"), keySource: "this login" }
}

function warn({ environment, output }: Invocation, stored: { readonly url: string; readonly profile: string }): void {
  const { url, profile } = stored
  if (url.startsWith("http:") && !isLocal(url)) {
    output.error(`Warning: calls to ${url} send the key unencrypted. Use https outside a trusted network.`)
  }
  // A profile that is not the default is used only with --profile.
  if (profile !== currentProfile(environment)) {
    output.error(`To use it without --profile: keyward profiles use ${profile}`)
    return
  }
  const winning = ["KEYWARD_URL", "KEYWARD_KEY"].filter((name) => environment[name])
  if (winning.length > 0)
    output.error(`Warning: ${winning.join(" and ")} from the environment will be used instead of the profile.`)
}
