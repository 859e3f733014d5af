import type { Answer } from "./ask.ts"

/** A message ends once it is longer than this, so that only a single long answer exceeds the limit of 256 KiB. */
const fullAt = 65_536

/** Writes answers with their records. Each key's record goes out once. */
export function writeVerdicts(
  answers: readonly Answer[],
  recordOf: (hash: string) => string | undefined,
): readonly string[] {
  const messages: string[] = []
  const sent = new Set<string>()
  let list = ""
  const finish = () => {
    if (list !== "") messages.push(`{"t":"verdicts","answers":[${list}]}`)
    list = ""
  }
  for (const { json, recordOf: hash } of answers) {
    const record = hash === undefined || sent.has(hash) ? undefined : recordOf(hash)
    if (hash !== undefined) sent.add(hash)
    list += `${list === "" ? "" : ","}{${json}${record === undefined ? "" : `,"record":${record}`}}`
    if (list.length > fullAt) finish()
  }
  finish()
  return messages
}
