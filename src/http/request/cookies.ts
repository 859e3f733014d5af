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
}

interface Settings {
  readonly publicUrl: string
  readonly secret: Uint8Array
}

const yearMs = 365 * 24 * 60 * 60 * 1000

/** No script can read the cookies, and no other site can make a browser send them with POST. */
export function createCookies({ publicUrl, secret }: Settings): Cookies {
  const { protocol, port } = new URL(publicUrl)
  const isSecure = protocol === "https:"
  // Browsers share the cookies of a host between ports, so the name contains the port. `__Host-` binds to the host.
  const named = (name: string) => (isSecure ? `__Host-${name}` : `${name}-${port === "" ? "80" : port}`)
  const [sessionName, deviceName, oidcName] = [named("keyward"), named("keyward-device"), named("keyward-oidc")]
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`
  const cookie = (name: string, value: string, maxAgeMs: number) =>
    `${name}=${value}; Max-Age=${Math.floor(maxAgeMs / 1000)}${attributes}`
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
  }
}

function cookieIn(headers: Headers, name: string): string | undefined {
  const found = (headers.get("cookie") ?? "").split(";").find((part) => part.trim().startsWith(`${name}=`))
  return found?.trim().slice(name.length + 1)
}
