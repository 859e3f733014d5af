import type { Rotation } from "../../offline/rotate-encryption.ts"
import type { Command } from "../command.ts"
import { readFlags } from "../flags.ts"
import type { Output } from "../terminal/output.ts"
import { progressOn } from "../terminal/progress.ts"
import { countOf } from "../terminal/text.ts"
import { databaseSettings, readSettings } from "./settings.ts"

const flags = { check: "nothing", data: "value", json: "nothing" } as const

export const rotateEncryptionCommand: Command = {
  words: ["rotate-encryption"],
  summary: "Encrypt recoverable keys again with the newest encryption key.",
  flags,
  help: () =>
    `Usage: keyward rotate-encryption [--check] [--data FOLDER] [--json]

Encrypts recoverable keys again with the first key of KEYWARD_ENCRYPTION_KEYS, if an older key
encrypted them. Works in small steps while the service runs. If you interrupt it, run it again to
continue. The keys themselves do not change, so no event is recorded.

To replace an encryption key:
  1. Put the new key first, KEYWARD_ENCRYPTION_KEYS=NEW,OLD, and restart the service.
     With several nodes, first restart all of them with OLD,NEW, so that every node can read what
     the others write.
  2. Run this command with the same setting.
  3. Remove the old key when this command says that nothing needs it. Stored responses
     (Idempotency-Key) can need it for up to 24 hours.

Exit code 0: all recoverable keys are under the newest key; 1: some are not.

  --check                   Change nothing; report what is under an older key.
  --json                    Print the result as JSON.
  KEYWARD_ENCRYPTION_KEYS   The keys of the service, newest first.
${databaseSettings()}

Example:
  keyward rotate-encryption`,
  async run(invocation) {
    const { args, output } = invocation
    const given = readFlags(args, flags)
    const config = readSettings(invocation, given)
    const { rotateEncryption } = await import("../../offline/rotate-encryption.ts")
    const startProgress = progressOn(output)
    const done = await rotateEncryption(config, { checksOnly: given.has("check"), startProgress, now: Date.now })
    if (given.has("json")) output.print(JSON.stringify(summaryOf(done)))
    else printRotation(done, output)
    return done.remaining === 0 ? 0 : 1
  },
}

const namedAtMost = 10

function summaryOf({ unreadable, ...done }: Rotation) {
  return { ...done, unreadable: unreadable.length, unreadableKeyIds: unreadable.slice(0, namedAtMost) }
}

function printRotation(
  { encryptionKeyId, rotated, remaining, unreadable, keptResponses }: Rotation,
  output: Output,
): void {
  output.print(`Encrypted ${countOf(rotated, "recoverable key")} again, with encryption key ${encryptionKeyId}.`)
  if (unreadable.length > 0) {
    const named = unreadable.slice(0, namedAtMost).join(", ")
    const more = unreadable.length > namedAtMost ? " and others" : ""
    output.error(
      `No encryption key can decrypt ${countOf(unreadable.length, "recoverable key")}: ${named}${more}. Add the key that they were encrypted with to the end of KEYWARD_ENCRYPTION_KEYS, and run this again.`,
    )
  }
  const others = remaining - unreadable.length
  if (others > 0) {
    output.error(
      `Still under an older encryption key: ${countOf(others, "recoverable key")}. Restart every node with the newest key first in KEYWARD_ENCRYPTION_KEYS, and run \`keyward rotate-encryption\` again.`,
    )
  }
  if (keptResponses.until !== undefined) {
    const until = new Date(keptResponses.until).toISOString()
    output.print(
      `Still under an older key until ${until}: ${countOf(keptResponses.count, "stored response")}. Keep the older keys until then, or repeated requests with the same Idempotency-Key are refused.`,
    )
  } else if (remaining === 0) output.print("Nothing is under an older key. You can remove the older keys.")
}
