import { writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { selfSigned } from "./certificate.ts"
import { connectOnwards, listen } from "./tcp.ts"

export interface DirectedNetwork {
  /** What a program needs in its environment to be on that network. */
  readonly environment: Readonly<Record<string, string>>
  stop(): void
}

/**
 * A network on which https://<host> is the given server: something ends TLS with a certificate for that host, as a
 * reverse proxy does, and a proxy leads there. In place of that proxy an operator would change what the name resolves
 * to, which a test cannot. Every other destination is refused.
 */
export async function directNetwork(host: string, serverUrl: string): Promise<DirectedNetwork> {
  const certificate = selfSigned(host)
  const folder = temporaryFolder()
  const trusted = join(folder.path, "certificate.pem")
  writeFileSync(trusted, certificate.cert)

  const serverPort = Number(new URL(serverUrl).port)
  const tlsEnd = await listen(
    createTlsServer(certificate, (client) => void connectOnwards(client, serverPort).pipe(client)),
  )
  const proxy = await listen(
    createServer((client) => {
      client.once("data", (request) => {
        if (!request.toString("latin1").startsWith(`CONNECT ${host}:443 `)) {
          client.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n")
          return
        }
        client.write("HTTP/1.1 200 Connection Established\r\n\r\n")
        connectOnwards(client, tlsEnd.port).pipe(client)
      })
    }),
  )
  const proxyUrl = `http://127.0.0.1:${proxy.port}`
  // Both spellings and no exceptions, so that the settings of the machine never lead to the real host.
  const proxySettings = { HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl, NO_PROXY: "", no_proxy: "" }
  return {
    environment: { ...proxySettings, NODE_EXTRA_CA_CERTS: trusted },
    stop() {
      proxy.stop()
      tlsEnd.stop()
      folder.remove()
    },
  }
}
