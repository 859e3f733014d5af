import { createSign, generateKeyPairSync, randomBytes } from "node:crypto"

export interface Certificate {
  /** PEM, for the server and, since it is signed by itself, for those who are to trust it. */
  readonly cert: string
  readonly key: string
}

const identifiers = {
  commonName: "550403",
  ecdsaWithSha256: "2a8648ce3d040302",
  subjectAltName: "551d11",
}

/** A certificate for one host name (X.509 version 3, RFC 5280), valid from yesterday until the day after tomorrow. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const algorithm = sequence(identifier(identifiers.ecdsaWithSha256))
  const name = sequence(set(sequence(identifier(identifiers.commonName), der(0x0c, Buffer.from(host)))))
  const hostNames = sequence(der(0x82, Buffer.from(host)))
  const unsigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(utcTime(-1), utcTime(2)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(identifier(identifiers.subjectAltName), der(0x04, hostNames)))),
  )
  const signature = createSign("sha256").update(unsigned).sign(privateKey)
  const signed = sequence(unsigned, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = signed.toString("base64").match(/.{1,64}/g) ?? []
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  }
}

/** Tag, length and content, as the Distinguished Encoding Rules write them. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content])
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts))
}

function identifier(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, "hex"))
}

function utcTime(daysFromNow: number): Buffer {
  const time = new Date(Date.now() + daysFromNow * 86_400_000).toISOString()
  return der(0x17, Buffer.from(`${time.slice(2, 19).replace(/\D/g, "")}Z`))
}
