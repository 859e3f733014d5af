// Calls an operation of the API in the session of this browser.

export class Refused extends Error {}

export async function call(operation, body = {}) {
  const headers = { "Content-Type": "application/json", "Keyward-Workspace": "operator" }
  const response = await fetch(`/v2/${operation}`, { method: "POST", headers, body: JSON.stringify(body) })
  const { data, error } = await response.json()
  if (error === undefined) return data
  const fields = (error.errors ?? []).map(
    ({ location: place, message }) => `${place.replace(/^body\.?/, "")} ${message}`,
  )
  const refused = new Refused([error.detail, ...fields].join(" "))
  refused.code = error.type.split("/").at(-1)
  throw refused
}
