import type { z } from "zod"
import type { Output } from "../terminal/output.ts"
import { alignedLines } from "../terminal/render.ts"
import { statusColumn, styleOfStatus } from "./columns.ts"
import { recordLines } from "./record-lines.ts"

type Fields = Readonly<Record<string, unknown>>

interface RecordOptions extends Pick<Output, "paint"> {
  readonly now: number
}

/** These fields come first, whatever the order of the response. */
const leading = [
  ...["valid", "code", "status", "name", "slug", "externalId", "identity.externalId"],
  ...["expires", "lastUsedAt", "credits", "credits.remaining", "credits.refill"],
]

/** One object for a person: state, name and times first, then every other field. */
export function recordText(record: Fields, output: z.ZodType, { now, paint }: RecordOptions): string {
  const status = statusColumn(output)?.read(record, now)
  const shown = typeof status === "string" ? withStatus(record, status) : record
  const lines = recordLines(shown, now).sort(([one], [other]) => rankOf(one) - rankOf(other))
  return alignedLines(
    lines.map(([name, text]) => [name, name === "status" ? paint(styleOfStatus(text), text) : text]),
    { paint },
  )
}

/** The status already shows these fields. */
function withStatus({ enabled: _enabled, disabledReason: _reason, ...others }: Fields, status: string): Fields {
  return { status, ...others }
}

function rankOf(path: string): number {
  const rank = leading.indexOf(path)
  return rank === -1 ? leading.length : rank
}
