import { startTcpProxy } from "./tcp-proxy.ts"

/** A TCP proxy to the server of this URL, and the URL through the proxy. */
export async function proxyTo(url: string) {
  const proxied = new URL(url)
  const proxy = await startTcpProxy(Number(proxied.port))
  proxied.port = String(proxy.port)
  return { proxy, url: proxied.href }
}
