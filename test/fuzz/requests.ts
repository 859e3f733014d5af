import type { ErrorCode } from "../../src/contract/error-table.ts"

/** A request that is broken before its JSON matters, and the expected error. */
export interface BrokenRequest {
  readonly name: string
  readonly body?: Uint8Array<ArrayBuffer>
  /** Sent in chunks, without a Content-Length. */
  readonly isChunked?: boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly expected: ErrorCode
}

const mebibyte = 1_048_576

/** Valid JSON with an unknown field. If the error names the field, the server has accepted the encoding and the headers. */
const unknownMember = '{"nonsense":true}'

/** The operation accepts the body `legal`. */
export function brokenRequests(legal: string): readonly BrokenRequest[] {
  return [...encodings(legal), ...mediaTypes(legal), ...sizes(legal), ...headers]
}

function encodings(legal: string): BrokenRequest[] {
  const middle = Math.floor(legal.length / 2)
  const bytes: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
    "with a byte order mark": Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(legal)]),
    "of a byte order mark alone": Buffer.from([0xef, 0xbb, 0xbf]),
    "of a no-break space": Buffer.from("\u00a0"),
    "in UTF-16": Buffer.from(`\ufeff${legal}`, "utf16le"),
    "with bytes that are no UTF-8": Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}'),
    ]),
    "with an overlong form": Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    "with a surrogate in UTF-8": Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
    "cut inside a character": Buffer.from('{"name":"é').subarray(0, -1),
    "cut short": Buffer.from(legal.length > 2 ? legal.slice(0, -1) : "{"),
    "cut in the middle": Buffer.from(legal.length > 2 ? legal.slice(0, middle) : '{"'),
    "of two values": Buffer.from(`${legal}${legal}`),
    "with something behind it": Buffer.from(`${legal}x`),
    "with U+0000 behind it": Buffer.from(`${legal}\u0000`),
    "of U+0000": Buffer.from("\u0000\u0000"),
    "of a form": Buffer.from("name=value&other=1"),
    "of XML": Buffer.from("<?xml version='1.0'?><a/>"),
    "of random bytes": Buffer.from([0x80, 0x04, 0x95, 0x1f, 0x8b, 0x00, 0xff]),
  }
  return Object.entries(bytes).map(([name, body]) => ({
    name: `a body ${name}`,
    body,
    headers: json,
    expected: "application/invalid_json",
  }))
}

const json = { "Content-Type": "application/json" }

function mediaTypes(legal: string): BrokenRequest[] {
  const foreign = ["text/plain", "application/jsonx", "application/x-www-form-urlencoded", "json", "*/*", "text/json"]
  const lists = ["application/json, text/plain", "text/plain; application/json", "application/json+xml"]
  const known = [
    "application/json; charset=latin1",
    "APPLICATION/JSON",
    "application/vnd.api+json;v=1",
    "application/json ;",
  ]
  const encodings = ["gzip", "br", "deflate, gzip", "identity, gzip", "nonsense", "gzip, identity"]
  const body = Buffer.from(legal)
  const unknown = Buffer.from(unknownMember)
  return [
    { name: "no media type", body, expected: "application/unsupported_media_type" },
    ...[...foreign, ...lists].map(
      (type): BrokenRequest => ({
        name: `the media type ${type}`,
        body,
        headers: { "Content-Type": type },
        expected: "application/unsupported_media_type",
      }),
    ),
    ...known.map(
      (type): BrokenRequest => ({
        name: `the media type ${type}`,
        body: unknown,
        headers: { "Content-Type": type },
        expected: "application/invalid_input",
      }),
    ),
    ...encodings.map(
      (encoding): BrokenRequest => ({
        name: `the content encoding ${encoding}`,
        body: encoding === "gzip" ? Bun.gzipSync(body) : body,
        headers: { ...json, "Content-Encoding": encoding },
        expected: "application/unsupported_media_type",
      }),
    ),
    {
      name: "the content encoding identity",
      body: unknown,
      headers: { ...json, "Content-Encoding": "Identity" },
      expected: "application/invalid_input",
    },
  ]
}

function sizes(legal: string): BrokenRequest[] {
  return [false, true].flatMap((isChunked): BrokenRequest[] => {
    const how = isChunked ? ", in pieces" : ""
    const over = mebibyte + 1
    const ofType = { headers: json, isChunked }
    const ofOtherType = { headers: {}, isChunked }
    return [
      padded(`1 MiB${how}`, unknownMember, mebibyte, { ...ofType, expected: "application/invalid_input" }),
      padded(`1 MiB and a byte${how}`, legal, over, { ...ofType, expected: "application/body_too_large" }),
      padded(`3 MiB${how}`, legal, 3 * mebibyte, { ...ofType, expected: "application/body_too_large" }),
      padded(`too much of another type${how}`, legal, over, {
        ...ofOtherType,
        expected: "application/unsupported_media_type",
      }),
    ]
  })
}

/** Its body is made when it is sent, because few of them are. */
function padded(name: string, text: string, length: number, rest: Omit<BrokenRequest, "name" | "body">): BrokenRequest {
  return {
    name,
    ...rest,
    get body() {
      return Buffer.from(text.padEnd(length))
    },
  }
}

const headers: readonly BrokenRequest[] = [
  ...[
    "Bearer",
    "Bearer ",
    "Basic dXNlcjpwYXNz",
    "Token abc",
    "bearerabc",
    "Bearer a b",
    "Bearer a\tb",
    "=",
    "Bearer\tabc",
  ].map(
    (value): BrokenRequest => ({
      name: `the Authorization ${JSON.stringify(value)}`,
      headers: { Authorization: value },
      expected: "authentication/malformed",
    }),
  ),
  {
    name: "an Authorization of 513 characters",
    headers: { Authorization: `Bearer ${"x".repeat(513)}` },
    expected: "authentication/malformed",
  },
  ...[
    "null",
    "undefined",
    "*",
    "ÿ",
    "kw_root_",
    "kw_op_",
    "a_b_c",
    "__proto__",
    "x".repeat(512),
    "' or 1=1 --".replaceAll(" ", ""),
  ].map(
    (value): BrokenRequest => ({
      name: `the key ${JSON.stringify(value.slice(0, 20))}`,
      headers: { Authorization: `Bearer ${value}` },
      expected: "authentication/key_not_found",
    }),
  ),
  ...["", "*/*;q=nonsense", ",,,;;;", "application/json".repeat(50), "ÿ", "../../etc/passwd", "text/html;"].map(
    (value): BrokenRequest => ({
      name: `the Accept ${JSON.stringify(value.slice(0, 20))}`,
      body: Buffer.from(unknownMember),
      headers: { ...json, Accept: value },
      expected: "application/invalid_input",
    }),
  ),
]

/** Only mutations read this header. */
export function brokenIdempotencyKeys(legal: string): readonly BrokenRequest[] {
  return ["", "with space", "tab\tinside", "x".repeat(256), "é", "a, b", "\u007f"].map((value) => ({
    name: `the Idempotency-Key ${JSON.stringify(value.slice(0, 20))}`,
    body: Buffer.from(legal),
    headers: { ...json, "Idempotency-Key": value },
    expected: "application/invalid_input",
  }))
}
