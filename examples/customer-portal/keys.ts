import { createKeyward, unwrap } from "@keyward/client"

const hour = 60 * 60 * 1000
const mostKeys = 10
const url = setting("KEYWARD_URL")
const apiId = setting("API_ID")
const issuer = createKeyward({ url, key: setting("ISSUER_KEY") })
export const verifier = createKeyward({ url, key: setting("VERIFIER_KEY") })

export async function listKeys(customerId: string) {
  const keys = await Array.fromAsync(issuer.apis.listKeys.all({ apiId, externalId: customerId }))
  return keys.filter(({ expires }) => expires === undefined || expires > Date.now())
}

/** Returns the only copy of the key, or nothing if the customer has too many. */
export async function createKey(customerId: string, name: string): Promise<string | undefined> {
  if ((await listKeys(customerId)).length >= mostKeys) return undefined
  const ratelimits = [{ name: "requests", limit: 100, duration: 60_000, autoApply: true }]
  const { key } = await unwrap(issuer.keys.createKey({ apiId, externalId: customerId, name, ratelimits }))
  return key
}

/** The old key works for another hour, so that the customer can replace it without an interruption. */
export async function rerollKey(customerId: string, keyId: string): Promise<string | undefined> {
  if (!(await isOwnKey(customerId, keyId))) return undefined
  return (await unwrap(issuer.keys.rerollKey({ keyId, expiration: hour }))).key
}

export async function revokeKey(customerId: string, keyId: string): Promise<boolean> {
  if (!(await isOwnKey(customerId, keyId))) return false
  await unwrap(issuer.keys.deleteKey({ keyId }))
  return true
}

/** The root key may change the keys of all customers, so the portal has to check whose key it is. */
async function isOwnKey(customerId: string, keyId: string): Promise<boolean> {
  const { data, error } = await issuer.keys.getKey({ keyId })
  if (error && error.code !== "data/key_not_found") throw error
  return data?.identity?.externalId === customerId
}

/** Counts since midnight UTC, by key and verdict. A customer without a key is still unknown to Keyward. */
export async function usageOfToday(customerId: string) {
  const from = new Date().setUTCHours(0, 0, 0, 0)
  const question = { apiId, identity: customerId, from, interval: "total", groupBy: ["key", "code"] } as const
  const { data, error } = await issuer.usage.getVerifications(question)
  if (error && error.code !== "data/identity_not_found") throw error
  return data?.groups ?? []
}

function setting(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`Set ${name}.`)
  return value
}
