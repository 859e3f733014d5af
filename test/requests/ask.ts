/** The data that a server in another process returns. Throws unless the status is 200. */
export async function ask({ url }: { readonly url: string }, operation: string, body: unknown, key: string) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
  const answer = await fetch(`${url}/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`${operation} answered ${answer.status}: ${text}`)
  return JSON.parse(text).data
}
