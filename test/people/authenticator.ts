import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto"

/** An authenticator without a device, which can also be made to misbehave. Keys are ES256. */
export interface Authenticator {
  readonly credentialId: string
  counter: number
  create(options: CreationOptions, changed?: Misbehaviour): object
  get(options: { readonly challenge: string; readonly rpId: string }, changed?: Misbehaviour): object
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface Misbehaviour {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly userHandle?: string
  readonly isUserVerified?: boolean
  readonly isUserPresent?: boolean
  readonly counter?: number
  readonly credentialId?: string
  /** Attestation other than none. */
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, Cbor> }
}

export function createAuthenticator(origin: () => string, { counts = true } = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const id = randomBytes(16)
  let userHandle = ""
  const clientData = (type: string, challenge: string, changed: Misbehaviour) =>
    Buffer.from(
      JSON.stringify({
        type: changed.type ?? type,
        challenge: changed.challenge ?? challenge,
        origin: changed.origin ?? origin(),
        crossOrigin: changed.crossOrigin ?? false,
      }),
    )
  const base = (changed: Misbehaviour) => {
    const credentialId = changed.credentialId ?? id.toString("base64url")
    return { id: credentialId, rawId: credentialId, type: "public-key", clientExtensionResults: {} }
  }
  return {
    credentialId: id.toString("base64url"),
    counter: 0,
    create({ challenge, rp, user }, changed = {}) {
      userHandle = user.id
      const chosen = changed.credentialId === undefined ? id : Buffer.from(changed.credentialId, "base64url")
      const attested = Buffer.concat([Buffer.alloc(16), uint16(chosen.length), chosen, coseKey(publicKey)])
      const authData = Buffer.concat([authenticatorData(rp.id, { ...changed, counter: this.counter }, 0x40), attested])
      const { format, statement } = changed.attestation ?? { format: "none", statement: new Map() }
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ["fmt", format],
          ["attStmt", statement],
          ["authData", authData],
        ]),
      )
      return {
        ...base(changed),
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, changed).toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      }
    },
    get({ challenge, rpId }, changed = {}) {
      this.counter = changed.counter ?? (counts ? this.counter + 1 : 0)
      const authData = authenticatorData(rpId, { ...changed, counter: this.counter }, 0)
      const clientDataJSON = clientData("webauthn.get", challenge, changed)
      const signed = Buffer.concat([authData, createHash("sha256").update(clientDataJSON).digest()])
      return {
        ...base(changed),
        response: {
          clientDataJSON: clientDataJSON.toString("base64url"),
          authenticatorData: authData.toString("base64url"),
          signature: createSign("sha256").update(signed).sign(privateKey).toString("base64url"),
          userHandle: changed.userHandle ?? userHandle,
        },
      }
    },
  }
}

function authenticatorData(rpId: string, changed: Misbehaviour, more: number): Buffer {
  const present = changed.isUserPresent === false ? 0 : 0x01
  const verified = changed.isUserVerified === false ? 0 : 0x04
  const counter = Buffer.alloc(4)
  counter.writeUInt32BE(changed.counter ?? 0)
  const rpIdHash = createHash("sha256")
    .update(changed.rpId ?? rpId)
    .digest()
  return Buffer.concat([rpIdHash, Buffer.from([present | verified | more]), counter])
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  )
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<string | number, Cbor>

/** As much of RFC 8949 as an authenticator needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (value instanceof Map) {
    const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)])
    return Buffer.concat([head(5, value.size), ...entries])
  }
  const items = [...(value as readonly Cbor[])].map(cbor)
  return Buffer.concat([head(4, items.length), ...items])
}

function head(major: number, length: number): Buffer {
  const bits = major << 5
  if (length < 24) return Buffer.from([bits | length])
  return length < 256 ? Buffer.from([bits | 24, length]) : Buffer.concat([Buffer.from([bits | 25]), uint16(length)])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
