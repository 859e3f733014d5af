import { findPort, type Handlers, listen, type RunningServer } from "./server.ts"

export interface Servers {
  readonly main: RunningServer
  /** Serves the metrics alone, where the configuration moves them to a port of their own. */
  readonly metrics: RunningServer | undefined
  stop(patienceMs: number): Promise<void>
}

interface Ports {
  readonly host: string
  readonly port: number
  readonly metricsPort: number | undefined
  /** Whether other processes serve the main port too. */
  readonly isShared: boolean
  /** Who answers on them until the service is ready. */
  readonly starting: Handlers
}

/** Takes every port that the service needs, or none. */
export function takePorts({ host, port, metricsPort, isShared, starting }: Ports): Servers {
  const main = listen({ host, port, isShared, remedy: mainRemedy, starting })
  try {
    const metrics =
      metricsPort === undefined ? undefined : listen({ host, port: metricsPort, remedy: metricsRemedy, starting })
    return {
      main,
      metrics,
      // The metrics stay readable while the rest drains.
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

/** A port that several processes can share from now on: the one that is asked for, or a free one for 0. */
export function findPortToShare({ host, port }: Pick<Ports, "host" | "port">): number {
  // Alone for a moment: who shares a port is not told that another program has it already.
  return findPort({ host, port, remedy: mainRemedy })
}

const mainRemedy = "Choose another address with --host and --port, or KEYWARD_HOST and KEYWARD_PORT."
const metricsRemedy = "Choose another port for the metrics with KEYWARD_METRICS_PORT."
