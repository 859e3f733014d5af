import type { Server } from "node:net"
import { findFreePort } from "../../scripts/test/service.ts"
import { until } from "../harness/until.ts"

/**
 * Starts the server on this port, or on one that the system gives to no other program while the server is stopped. Waits
 * while the port is in use.
 */
export function listen<Kind extends Server>(create: () => Kind, port?: number): Promise<Kind> {
  return until(async () => {
    const server = create()
    const { promise, resolve, reject } = Promise.withResolvers<Kind>()
    server.once("error", reject)
    server.listen(port ?? (await findFreePort()), "127.0.0.1", () => resolve(server))
    return promise.catch(ifInUse)
  })
}

function ifInUse(error: unknown): undefined {
  if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error
}
