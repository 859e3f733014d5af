import { join } from "node:path"

/** Verifiers in a process of their own, so that their work does not delay the measurement. */
export interface Fleet {
  /** Until each verifier holds the key. */
  hold(key: string): Promise<void>
  /** How many verifiers have a lease. */
  countLocal(): Promise<number>
  stop(): Promise<void>
}

const leaseMs = 1_100

interface FleetOptions {
  readonly rootKey: string
  readonly count: number
  readonly ports: readonly number[]
}

export async function startFleet({ rootKey, count, ports }: FleetOptions): Promise<Fleet> {
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const command = [process.execPath, join(import.meta.dir, "fleet.ts"), rootKey, String(count), ...urls]
  const child = Bun.spawn(command, { stdout: "pipe", stderr: "inherit" })
  const { value } = await child.stdout.getReader().read()
  const address = `http://127.0.0.1:${new TextDecoder().decode(value).trim()}`
  const get = async (query: string): Promise<{ readonly local: number }> => (await fetch(`${address}/${query}`)).json()
  const fleet: Fleet = {
    hold: async (key) => void (await get(`?hold=${encodeURIComponent(key)}`)),
    countLocal: async () => (await get("")).local,
    async stop() {
      child.kill("SIGKILL")
      await child.exited
      // Later changes must not wait for leases of this fleet.
      await Bun.sleep(leaseMs)
    },
  }
  await untilLocal(fleet, count)
  return fleet
}

export async function untilLocal(fleet: Fleet, count: number): Promise<void> {
  while ((await fleet.countLocal()) < count) await Bun.sleep(10)
}
