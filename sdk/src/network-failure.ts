/** Connection failures as Node, Bun and Deno name them. Browsers do not distinguish them. */
const neverSent =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|client error \(Connect\)/

/** Whether the request cannot have been sent, because there was no connection. */
export function isNeverSent(failure: unknown): boolean {
  return namesOf(failure).some((name) => neverSent.test(name))
}

export function reasonOf(failure: unknown): string {
  return namesOf(failure).at(-1)?.replace(/\.$/, "") ?? "the connection failed"
}

/** Message and code of the error and of its causes, outermost first. */
function namesOf(failure: unknown): string[] {
  if (!(failure instanceof Error)) return []
  const code = "code" in failure && typeof failure.code === "string" ? [failure.code] : []
  const messages = failure.message === "" ? [] : [failure.message]
  return [...messages, ...code, ...namesOf(failure.cause)]
}
