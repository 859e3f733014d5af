import { connect } from "node:net"
import { createServer } from "node:tls"
import { type Certificate, selfSigned } from "../clients/certificate.ts"

/** Adds TLS to a server without it, with an untrusted certificate for localhost. */
export interface TlsWay {
  readonly port: number
  readonly certificate: Certificate
  stop(): void
}

export async function startTlsWay(upstreamPort: number): Promise<TlsWay> {
  const certificate = selfSigned("localhost")
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (client) => {
    const upstream = connect(upstreamPort, "127.0.0.1")
    client.on("error", () => upstream.destroy())
    upstream.on("error", () => client.destroy())
    client.pipe(upstream).pipe(client)
  })
  server.on("tlsClientError", () => {})
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The system gave no free port.")
  return { port: address.port, certificate, stop: () => server.close() }
}
