import { connectMs } from "./link.ts"

/** Why a connection cannot be had. Bun's client does not tell, so this takes its first steps once more, by hand. */
export async function diagnose(url: string): Promise<string> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const wantsTls = protocol === "rediss:"
  const { promise: reason, resolve } = Promise.withResolvers<string>()
  const credentials =
    password === "" ? [] : ["AUTH", decodeURIComponent(username) || "default", decodeURIComponent(password)]
  const hello = encode(["HELLO", "3", ...credentials])
  const late = setTimeout(() => {
    resolve(wantsTls ? `no TLS connection within ${connectMs} ms` : `no answer within ${connectMs} ms`)
  }, connectMs)
  const connecting = Bun.connect({
    // An address of version 6 stands in brackets in a URL.
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || "6379"),
    tls: wantsTls,
    socket: {
      open(socket) {
        if (!wantsTls) socket.write(hello)
      },
      // The password goes to nobody whose certificate is not trusted.
      handshake(socket, isTrusted, error) {
        if (isTrusted) socket.write(hello)
        else resolve(`its certificate was refused (${error?.message ?? "unknown"})`)
      },
      data: (_socket, data) => resolve(meaningOf(data.toString())),
      error: (_socket, error) => resolve(error.message),
      close: () =>
        resolve(
          wantsTls ? "it does not speak TLS" : "it closed the connection, as a server does that wants TLS (rediss://)",
        ),
    },
  })
  connecting.catch((error) => resolve(String(meanings[error.code] ?? error.message)))
  const told = await reason
  clearTimeout(late)
  connecting.then((socket) => socket.end()).catch(() => {})
  return told
}

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "its host name is not known",
  ETIMEDOUT: "it did not answer",
  EHOSTUNREACH: "there is no way to its host",
  ENETUNREACH: "there is no way to its network",
}

function encode(parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join("")}`
}

/** A refusal begins with a minus sign; servers repeat no password in it. */
function meaningOf(reply: string): string {
  const [line = ""] = reply.split("\r\n")
  if (line.startsWith("-")) return `it said: ${line.slice(1)}`
  return line.startsWith("%") ? "the connection was closed" : "what listens there is no Redis or Valkey server"
}
