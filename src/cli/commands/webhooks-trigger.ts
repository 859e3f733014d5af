import { eventTypes } from "../../contract/event-types.ts"
import { realisticEvent } from "../../core/event-samples.ts"
import { createIdMint } from "../../core/ids.ts"
import { nearest } from "../../core/nearest.ts"
import { forwardEvent, forwardUrlIn, isAccepted } from "../client/forward-event.ts"
import { currentProfile, profileName, webhookSecretOf } from "../client/profiles.ts"
import type { Command } from "../command.ts"
import { UsageError } from "../failure.ts"
import { readFixed, unexpected } from "../flags.ts"
import { alignColumns } from "../terminal/text.ts"
import { textOf } from "./webhooks-listen.ts"

const flags = { forward: "value", profile: "value", json: "nothing" } as const

export const webhooksTrigger: Command = {
  words: ["webhooks", "trigger"],
  usage: " TYPE",
  summary: "Send a sample event to an application on this machine.",
  flags,
  choices: { TYPE: eventTypes },
  help: () => `Usage: keyward webhooks trigger TYPE --forward URL

Sends an event that did not happen, signed with the secret that
\`keyward webhooks listen --print-secret\` prints. It needs no service.

Exit code 0: your application accepted the event with 2xx; 1: it did not.

${alignColumns([
  ["--forward URL", "Where to send it, such as http://localhost:3000/hook."],
  ["--profile NAME", "The profile whose secret signs it."],
  ["--json", "Print the result as JSON."],
])}

Example:
  keyward webhooks trigger key.created --forward http://localhost:3000/hook`,
  async run({ args, environment, output, now }) {
    const { given, words } = readFixed(args, flags)
    const [name, another] = words
    if (another !== undefined) throw unexpected(another)
    const type = eventTypes.find((one) => one === name)
    if (type === undefined) throw noSuchType(name)
    const url = forwardUrlIn(given.get("forward"))
    const secret = webhookSecretOf(environment, profileName(given.get("profile") ?? currentProfile(environment)))
    const mintId = createIdMint({ now, random: (length) => crypto.getRandomValues(new Uint8Array(length)) })
    const eventId = mintId("evt")
    const data = realisticEvent(type, { eventId, workspaceId: mintId("ws"), now: now() })
    const body = JSON.stringify({ type, timestamp: new Date(now()).toISOString(), data })
    const result = await forwardEvent({ eventId, body }, { url, secret, now: now() })
    output.print(
      given.has("json") ? JSON.stringify({ eventId, type, ...result }) : textOf({ eventId, body }, result, output),
    )
    return isAccepted(result) ? 0 : 1
  },
}

function noSuchType(name: string | undefined): UsageError {
  if (name === undefined) return new UsageError("Name the type of the event, such as key.created.")
  const meant = nearest(name, eventTypes)
  return new UsageError(
    `There is no type ${JSON.stringify(name)}.${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
  )
}
