import type { TestServer } from "../harness/harness.ts"

type Server = Pick<TestServer, "ok">

export interface PortalSeed {
  readonly apiId: string
  readonly returnUrl: string
  /** A link for the customer `acme`, who has keys, a plan and calls. */
  link(options?: object): Promise<string>
}

const hourMs = 3_600_000

/** A portal with everything switched on, and a customer with something to see in each part of the page. */
export async function seedPortal({ ok }: Server, configuration: object = {}): Promise<PortalSeed> {
  const { apiId } = await ok("apis.createApi", { name: "Payments API" })
  const returnUrl = "https://app.example.com/settings"
  await ok("portal.updatePortal", {
    enabled: true,
    apis: [apiId],
    actions: ["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"],
    name: "Northwind Payments",
    docsUrl: "https://docs.example.com/api",
    supportUrl: "https://example.com/support",
    returnOrigins: ["https://app.example.com"],
    ...configuration,
  })
  const { planId } = await ok("plans.createPlan", {
    name: "Growth",
    quota: { limit: 1_000, interval: "monthly" },
    ratelimits: [{ name: "requests", limit: 600, duration: 60_000 }],
  })
  await ok("identities.createIdentity", { externalId: "acme", plan: planId })
  const keys: string[] = []
  for (const name of ["Production", "Staging", "Old laptop"]) {
    const { key } = await ok("keys.createKey", { apiId, name, externalId: "acme", prefix: "nw" })
    keys.push(key)
  }
  const [production = "", staging = "", laptop = ""] = keys
  for (let call = 0; call < 12; call += 1) await ok("keys.verifyKey", { key: call % 3 === 0 ? staging : production })
  await ok("keys.verifyKey", { key: production, permissions: "payments.refund", ip: "203.0.113.7" })
  const { keyId } = await ok("keys.verifyKey", { key: laptop })
  await ok("keys.updateKey", { keyId, enabled: false })
  await ok("keys.verifyKey", { key: laptop, ip: "203.0.113.9" })
  const link = async (options: object = {}) => {
    const usual = { externalId: "acme", customer: "Acme Ltd", actor: "Grace Hopper", returnUrl }
    const { url } = await ok("portal.createSession", { ...usual, expiresIn: hourMs, ...options })
    return url
  }
  return { apiId, returnUrl, link }
}
