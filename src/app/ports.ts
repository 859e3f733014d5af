import type { Config } from "../config.ts"
import { startingHandlers } from "../http/handlers/starting.ts"
import type { RequestLog } from "../http/observe/request-log.ts"
import { bindPorts, type Servers } from "../http/server/ports.ts"
import { createMint } from "../mint.ts"

interface PortsOptions {
  now(): number
  random(length: number): Uint8Array
  readonly log: RequestLog
}

/** Until the service is ready, the ports return 503. */
export function openPorts(config: Config, { now, random, log }: PortsOptions): Servers {
  const servers = bindPorts({
    ...config,
    isShared: config.workerSlot !== undefined,
    starting: startingHandlers({
      mint: createMint({ now, random }),
      log,
      trustedProxies: config.trustedProxies,
      now,
      docsBase: () => addressesOf(config, servers).docsBase,
    }),
  })
  return servers
}

/** The public URLs of the service, of the portal, and of error pages. */
export function addressesOf({ publicUrl, portalUrl, docsBase }: Config, { main }: Servers) {
  const url = publicUrl ?? `http://localhost:${main.port}`
  return { url, portalUrl: portalUrl === "off" ? undefined : (portalUrl ?? url), docsBase: docsBase ?? url }
}
