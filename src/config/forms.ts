import { parseNetwork } from "../contract/cidr.ts"
import { email } from "../contract/email.ts"

/** What the value of a setting looks like. */
export interface Form<Value> {
  /** What a valid value must be, after "must": `be a port number from 0 to 65535`. */
  readonly rule: string
  /** A sentence for the table of settings, if the purpose does not say which values are allowed. */
  readonly allowed?: string
  /** No message repeats the value. */
  readonly isSecret?: boolean
  /** undefined for an invalid value. */
  parse(text: string): Value | undefined
}

export const anyText: Form<string> = { rule: "be text", parse: (text) => text }

export const portNumber: Form<number> = {
  rule: "be a port number from 0 to 65535",
  parse: (text) => parseWholeNumber(text, { from: 0, to: 65_535 }),
}

interface Range {
  readonly from: number
  readonly to: number
}

export function wholeNumber(range: Range): Form<number> {
  return {
    rule: `be a number from ${range.from} to ${range.to}`,
    allowed: `From ${range.from} to ${range.to}.`,
    parse: (text) => parseWholeNumber(text, range),
  }
}

export function wholeNumberOr<Word extends string>(word: Word, range: Range): Form<number | Word> {
  const { rule, allowed, parse } = wholeNumber(range)
  return {
    rule: rule.replace("be ", `be ${word} or `),
    ...(allowed === undefined ? {} : { allowed }),
    parse: (text) => (text === word ? word : parse(text)),
  }
}

function parseWholeNumber(text: string, { from, to }: Range): number | undefined {
  const number = Number(text)
  return /^\d{1,9}$/.test(text) && number >= from && number <= to ? number : undefined
}

export function oneOf<Choice extends string>(...choices: readonly Choice[]): Form<Choice> {
  const words = choices.length === 1 ? choices : [choices.slice(0, -1).join(", "), ...choices.slice(-1)]
  const rule = `be ${words.join(" or ")}`
  return { rule, parse: (text) => choices.find((choice) => choice === text) }
}

/** Without the slashes at its end. */
export const httpUrl: Form<string> = {
  rule: "be an http or https URL",
  parse: (text) =>
    URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? text.replace(/\/+$/, "") : undefined,
}

/** Without a user and password, which belong into a header, because messages name the address. */
export const plainHttpUrl: Form<string> = {
  rule: "be an http or https URL without user, password, query and fragment",
  // The URL could have a password.
  isSecret: true,
  parse(text) {
    if (httpUrl.parse(text) === undefined) return undefined
    const { username, password, search, hash } = new URL(text)
    return username + password + search + hash === "" ? text : undefined
  },
}

/** Cookies and links belong to a whole origin, so a path is refused. */
export const httpOrigin: Form<string> = {
  rule: "be an http or https URL without a path",
  parse(text) {
    const url = httpUrl.parse(text)
    return url !== undefined && new URL(url).origin === new URL(url).href.replace(/\/$/, "") ? url : undefined
  },
}

/** The same, or `off`. */
export const httpOriginOrOff: Form<string> = {
  rule: "be `off`, or an http or https URL without a path",
  parse: (text) => (text === "off" ? text : httpOrigin.parse(text)),
}

/** As the provider writes it: slashes at its end matter. */
export const issuerUrl: Form<string> = {
  rule: "be an https URL without query, or an http URL of this machine",
  parse(text) {
    if (!URL.canParse(text)) return undefined
    const { protocol, hostname, search, hash, username } = new URL(text)
    const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
    const isPlain = search === "" && hash === "" && username === ""
    return isPlain && (protocol === "https:" || (protocol === "http:" && isLocal)) ? text : undefined
  },
}

/** In lower case and punycode, as in addresses. */
export const domainNames: Form<readonly string[]> = {
  rule: "be domains such as example.com, separated by commas",
  parse: (text) =>
    everyOne(text.split(","), (domain) => {
      const { success, data } = email.safeParse(`someone@${domain.trim()}`)
      return success && domain.trim().includes(".") ? data.slice(data.lastIndexOf("@") + 1) : undefined
    }),
}

export const workspaceId: Form<string> = {
  rule: "be the id of a workspace, such as ws_1CeGXWUoiGrkJ5v2n3YvQb",
  parse: (text) => (/^ws_[A-Za-z0-9]{1,64}$/.test(text) ? text : undefined),
}

export const postgresUrl: Form<string> = {
  rule: "have the form postgres://user:password@host:port/database",
  isSecret: true,
  parse: (text) => (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
}

export const redisUrl: Form<string> = {
  rule:
    "have the form redis://user:password@host:port/number, or rediss:// for TLS; you may omit the user and the " +
    "database number; write @ and / in a password as %40 and %2F",
  isSecret: true,
  parse(text) {
    const url = /^rediss?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
    const isValid =
      url !== undefined &&
      url.hostname !== "" &&
      /^(\/\d{0,9})?$/.test(url.pathname) &&
      isDecodable(`${url.username}${url.password}`)
    return isValid ? text : undefined
  },
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

export function visibleText({ from, to }: Range): Form<string> {
  const visible = new RegExp(`^[\\x21-\\x7e]{${from},${to}}$`)
  return {
    rule: `have ${from} to ${to} visible ASCII characters`,
    parse: (text) => (visible.test(text) ? text : undefined),
  }
}

export function secretText(range: Range): Form<string> {
  const form = visibleText(range)
  return { ...form, allowed: `${range.from} to ${range.to} visible ASCII characters.`, isSecret: true }
}

export const encryptionKey: Form<Uint8Array> = {
  rule: "be 32 bytes in base64; `openssl rand -base64 32` makes one",
  isSecret: true,
  parse(text) {
    const bytes = Buffer.from(text, "base64")
    return bytes.length === 32 && bytes.toString("base64") === text ? bytes : undefined
  },
}

export function differentEncryptionKeys(most: number): Form<readonly Uint8Array[]> {
  return {
    rule: `be at most ${most} different keys of 32 bytes each in base64, separated by commas; \`openssl rand -base64 32\` makes one`,
    isSecret: true,
    parse(text) {
      const listed = text.split(",").map((key) => key.trim())
      const isWrongList = listed.length > most || new Set(listed).size < listed.length
      return isWrongList ? undefined : everyOne(listed, encryptionKey.parse)
    },
  }
}

/** In canonical form. */
export const networks: Form<readonly string[]> = {
  rule: "be networks such as 10.0.0.0/8, separated by commas",
  parse: (text) => everyOne(text.split(","), (network) => parseNetwork(network.trim())),
}

/** As in W3C Baggage: special characters of a value are percent-encoded. */
export const attributes: Form<Readonly<Record<string, string>>> = {
  rule: "have the form name=value,name=value; write , and = in a value as %2C and %3D",
  parse(text) {
    const pairs = everyOne(text.split(","), (pair) => {
      const [, name, value = ""] = /^\s*([^\s=]+)\s*=\s*([^=]*?)\s*$/.exec(pair) ?? []
      return name !== undefined && isDecodable(value) ? ([name, decodeURIComponent(value)] as const) : undefined
    })
    return pairs && Object.fromEntries(pairs)
  },
}

/** In lower case. */
export const headerFields: Form<Readonly<Record<string, string>>> = {
  rule: "have the form name=value,name=value; write spaces, commas and = in a value as %20, %2C and %3D",
  isSecret: true,
  parse(text) {
    const fields = attributes.parse(text)
    const isHeader = ([name, value]: [string, string]) =>
      /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value)
    if (fields === undefined || !Object.entries(fields).every(isHeader)) return undefined
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))
  },
}

export const share: Form<number> = {
  rule: "be a number from 0 to 1",
  allowed: "From 0 to 1.",
  parse: (text) => (/^(0|1|[01]?\.\d{1,15})$/.test(text) && Number(text) <= 1 ? Number(text) : undefined),
}

/** undefined if one of them is invalid. */
function everyOne<Value>(texts: readonly string[], parse: (text: string) => Value | undefined): Value[] | undefined {
  const values = texts.map(parse).filter((value) => value !== undefined)
  return values.length === texts.length ? values : undefined
}
