/** Failures to connect, as Node, Bun and Deno name them. Browsers tell them from no other. */
const neverSent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|client error \(Connect\)/

/** Whether there was no connection over which the request could have gone. */
export function isNeverSent(failure: unknown): boolean {
  return namesOf(failure).some((name) => neverSent.test(name))
}

export function reasonOf(failure: unknown): string {
  return namesOf(failure).at(-1)?.replace(/\.$/, "") ?? "the connection failed"
}

/** Message and code of the failure and of its causes, from the outside in. */
function namesOf(failure: unknown): string[] {
  if (!(failure instanceof Error)) return []
  const code = "code" in failure && typeof failure.code === "string" ? [failure.code] : []
  const told = failure.message === "" ? [] : [failure.message]
  return [...told, ...code, ...namesOf(failure.cause)]
}
