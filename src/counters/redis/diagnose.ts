import { connectMs } from "./link.ts"

/** Finds out why connecting fails by repeating the first steps, because the client of Bun does not report it. */
export async function diagnose(url: string): Promise<string> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url)
  const wantsTls = protocol === "rediss:"
  const { promise: reason, resolve } = Promise.withResolvers<string>()
  const user = decodeURIComponent(username) || "default"
  const credentials = password === "" ? [] : ["AUTH", user, decodeURIComponent(password)]
  const greeting = encode(["HELLO", "3", ...credentials]) + encode(["SELECT", pathname.slice(1) || "0"])
  let heard = ""
  const late = setTimeout(() => {
    resolve(wantsTls ? `no TLS connection within ${connectMs} ms` : `no reply within ${connectMs} ms`)
  }, connectMs)
  const connecting = Bun.connect({
    // IPv6 addresses are in brackets in a URL.
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || "6379"),
    tls: wantsTls,
    socket: {
      open(socket) {
        if (!wantsTls) socket.write(greeting)
      },
      // The password is only sent to a server with a trusted certificate.
      handshake(socket, isTrusted, error) {
        if (isTrusted) socket.write(greeting)
        else resolve(`its certificate was refused (${error?.message ?? "unknown"})`)
      },
      data(_socket, data) {
        heard += data.toString("latin1")
        const meaning = meaningOf(heard)
        if (meaning !== undefined) resolve(meaning)
      },
      error: (_socket, error) => resolve(error.message),
      close: () => resolve(wantsTls ? "it does not speak TLS" : `it closed the connection; perhaps ${wantsTlsItself}`),
    },
  })
  connecting.catch((error) => resolve(String(meanings[error.code] ?? error.message)))
  const text = await reason
  clearTimeout(late)
  connecting.then((socket) => socket.end()).catch(() => {})
  return text
}

const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ENOTFOUND: "its host name is not known",
  ETIMEDOUT: "it did not respond",
  EHOSTUNREACH: "there is no way to its host",
  ENETUNREACH: "there is no way to its network",
}

function encode(parts: readonly string[]): string {
  return `*${parts.length}\r\n${parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`).join("")}`
}

const wantsTlsItself = "it wants TLS, which rediss:// in the URL asks for"

/** An error starts with a minus sign, the reply to HELLO with a percent sign, and a TLS alert with byte 21. */
function meaningOf(heard: string): string | undefined {
  const refusal = /^-(.*)\r\n/m.exec(heard)
  if (refusal !== null) return `it said: ${refusal[1]}`
  if (heard.startsWith("\u0015")) return wantsTlsItself
  if (!heard.startsWith("%")) return "what listens there is no Redis or Valkey server"
  return heard.endsWith("+OK\r\n") ? "it closed the connection, and accepts it now" : undefined
}
