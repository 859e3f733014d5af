import type { Reply } from "../harness/harness.ts"

/** `200`, or the status and code of an error, as in `403 authorization/workspace_disabled`. */
export function outcomeOf({ status, body, text }: Omit<Reply, "headers" | "text"> & { text?: string }): string {
  if (status === 200) return "200"
  return `${status} ${body?.error?.type?.split("/service/")[1] ?? text}`
}

/** The locations of violations, sorted. */
export function locationsOf({ body }: Reply): string[] {
  return body.error.errors.map(({ location }: { location: string }) => location).sort()
}
