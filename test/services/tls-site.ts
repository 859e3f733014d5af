import { selfSigned } from "../clients/certificate.ts"

/** A site with https, for tests in which browsers must see several sites: each name below `localhost` is one. */
export interface TlsSite {
  readonly origin: string
  stop(): void
}

export function startTlsSite(host: string, answer: (request: Request) => Promise<Response>): TlsSite {
  const server = Bun.serve({ port: 0, tls: selfSigned(host), fetch: answer })
  return { origin: `https://${host}:${server.port}`, stop: () => void server.stop(true) }
}
