import { findPort, type Handlers, listen, type RunningServer } from "./server.ts"

export interface Servers {
  readonly main: RunningServer
  /** A server for the metrics only, if the configuration gives them their own port. */
  readonly metrics: RunningServer | undefined
  stop(patienceMs: number): Promise<void>
}

interface Ports {
  readonly host: string
  readonly port: number
  readonly metricsPort: number | undefined
  /** Whether other processes serve the main port too. */
  readonly isShared: boolean
  /** Handlers until the service is ready. */
  readonly starting: Handlers
}

/** Binds all ports of the service, or none. */
export function bindPorts({ host, port, metricsPort, isShared, starting }: Ports): Servers {
  const main = listen({ host, port, isShared, remedy: mainRemedy, starting })
  try {
    const metrics =
      metricsPort === undefined ? undefined : listen({ host, port: metricsPort, remedy: metricsRemedy, starting })
    return {
      main,
      metrics,
      // The metrics stay readable while the main port drains.
      async stop(patienceMs) {
        await main.stop(patienceMs)
        await metrics?.stop(0)
      },
    }
  } catch (error) {
    void main.stop(0)
    throw error
  }
}

/** A port that several processes can share: the given one, or a free one for 0. */
export function findPortToShare({ host, port }: Pick<Ports, "host" | "port">): number {
  // Binds without sharing first, because a shared port does not report that another program uses it.
  return findPort({ host, port, remedy: mainRemedy })
}

const mainRemedy = "Choose another address with --host and --port, or KEYWARD_HOST and KEYWARD_PORT."
const metricsRemedy = "Choose another port for the metrics with KEYWARD_METRICS_PORT."
