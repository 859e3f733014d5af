import { type Block, isCommand } from "./page.ts"

/** One match per value; the value is the last group. */
const patterns: Readonly<Record<string, RegExp>> = {
  API: /\bapis create(?:-api --name)? ('[^']+'|[^\s)]+)/g,
  workspace: /\bworkspaces create ('[^']+'|[^\s)]+)/g,
  customer:
    /(?:--external-id|--identity|--customer|\bidentities (?:get|update|delete)|externalId\\?":\s*\\?") ?([\w-]+)/g,
  role: /(?:\broles create|--roles|\badd-roles \S+|roles\\?":\[\\?") ?([\w,-]+)/g,
  permission: /(?:--permissions|permissions\\?":\s*\[?\\?") ?('[^']+'|[\w.,$-]+)/g,
  namespace: /\bratelimits (?:check|set-override) ([\w-]+)/g,
  "idempotency key": /--idempotency-key ([\w-]+)/g,
}

/** What the commands of a page create or use in the workspace, such as `customer user_42`. */
export function namesIn(blocks: readonly Block[]): ReadonlySet<string> {
  const commands = blocks.filter(isCommand).map(({ text }) => text.replaceAll("\\\n", " "))
  const names = Object.entries(patterns).flatMap(([kind, pattern]) =>
    commands.flatMap((text) =>
      [...text.matchAll(pattern)].flatMap(([, value = ""]) => valuesIn(value)).map((name) => `${kind} ${name}`),
    ),
  )
  return new Set(names)
}

/** A list or a query has several. Permissions inside Keyward, such as `api.*.verify_key`, are not the page's to choose. */
function valuesIn(value: string): readonly string[] {
  if (value.startsWith("'") && !/[.(]/.test(value)) return [value.slice(1, -1)]
  return value.split(/[^\w.$-]+/).filter((name) => !/^(and|or|)$|^\$|^api\./.test(name))
}
