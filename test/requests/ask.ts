import { repeatIfBusy } from "../harness/repeat-if-busy.ts"

/** The data that a server in another process returns. Repeats a 503, and throws unless the status is 200. */
export async function ask({ url }: { readonly url: string }, operation: string, body: unknown, key: string) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
  const init = { method: "POST", headers, body: JSON.stringify(body) }
  const answer = await repeatIfBusy(() => fetch(`${url}/v2/${operation}`, init))
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${operation} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}
