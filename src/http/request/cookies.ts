import { createHmac, timingSafeEqual } from "node:crypto"

/** The cookies of a browser: its session, the proof that a user has signed in with it before, and a started sign-in. */
export interface Cookies {
  readSession(headers: Headers): string | undefined
  session(token: string, maxAgeMs: number): string
  readonly noSession: string
  /** The user that has signed in with this browser before. Reads no storage, so that a flood cannot make it read. */
  readDevice(headers: Headers): string | undefined
  device(userId: string): string
  readOidcFlow(headers: Headers): string | undefined
  oidcFlow(sealed: string, maxAgeMs: number): string
  readonly noOidcFlow: string
  /** The session in the portal. */
  readPortal(headers: Headers): string | undefined
  portal(token: string, about: { readonly maxAgeMs: number; readonly isEmbedded: boolean }): string
  readonly noPortal: readonly string[]
}

interface Settings {
  readonly publicUrl: string
  /** Undefined if this server has no portal. */
  readonly portalUrl?: string | undefined
  readonly secret: Uint8Array
}

const yearMs = 365 * 24 * 60 * 60 * 1000

/** No script can read the cookies, and no other site can make a browser send them with POST. */
export function createCookies({ publicUrl, portalUrl = publicUrl, secret }: Settings): Cookies {
  const isSecure = new URL(publicUrl).protocol === "https:"
  const named = (name: string) => nameUnder(publicUrl, name)
  const [sessionName, deviceName, oidcName] = [named("keyward"), named("keyward-device"), named("keyward-oidc")]
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  const cookie = (name: string, value: string, maxAgeMs: number) =>
    `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}${attributes}`
  const portalName = nameUnder(portalUrl, "keyward-portal")
  const portalCookie = (value: string, maxAgeMs: number, site: string) =>
    `${portalName}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}; Path=/; HttpOnly; ${site}`
  const ofPortal = portalSites(portalUrl)
  const proofOf = (userId: string) =>
    createHmac("sha256", secret).update(`keyward device\n${userId}`).digest("base64url")
  return {
    readSession: (headers) => cookieIn(headers, sessionName),
    session: (token, maxAgeMs) => cookie(sessionName, token, maxAgeMs),
    noSession: cookie(sessionName, "", 0),
    readDevice(headers) {
      const [userId = "", proof = ""] = (cookieIn(headers, deviceName) ?? "").split(".")
      const presented = Buffer.from(proof)
      const expected = Buffer.from(proofOf(userId))
      const isProven = presented.length === expected.length && timingSafeEqual(presented, expected)
      return isProven ? userId : undefined
    },
    device: (userId) => cookie(deviceName, `${userId}.${proofOf(userId)}`, yearMs),
    readOidcFlow: (headers) => cookieIn(headers, oidcName),
    oidcFlow: (sealed, maxAgeMs) => cookie(oidcName, sealed, maxAgeMs),
    noOidcFlow: cookie(oidcName, "", 0),
    readPortal: (headers) => cookieIn(headers, portalName),
    portal: (token, { maxAgeMs, isEmbedded }) =>
      portalCookie(token, maxAgeMs, isEmbedded ? ofPortal.embedded : ofPortal.own),
    noPortal: [...new Set([ofPortal.own, ofPortal.embedded])].map((site) => portalCookie("", 0, site)),
  }
}

/** Browsers share the cookies of a host between ports, so the name contains the port. `__Host-` binds to the host. */
function nameUnder(url: string, name: string): string {
  const { protocol, port } = new URL(url)
  return protocol === "https:" ? `__Host-${name}` : `${name}-${port === "" ? "80" : port}`
}

/** In a frame, each embedding site has a cookie of its own. Without https, only pages of the same site can embed. */
function portalSites(url: string): { readonly own: string; readonly embedded: string } {
  if (new URL(url).protocol !== "https:") return { own: "SameSite=Strict", embedded: "SameSite=Strict" }
  return { own: "SameSite=Strict; Secure", embedded: "SameSite=None; Secure; Partitioned" }
}

function cookieIn(headers: Headers, name: string): string | undefined {
  const found = (headers.get("cookie") ?? "").split(";").find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
