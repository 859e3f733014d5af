import { oidcProblems } from "./config/oidc.ts"
import { type ConfigSources, readSetting, type Setting, WrongSetting, wrongSettings } from "./config/setting.ts"
import { settingList, settings } from "./config/settings.ts"
import { readWorkerSlot, type WorkerSlot, workerSlotVariable } from "./config/worker-slot.ts"

type Values = {
  readonly [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer Value> ? Value : never
}

/** Settings of the program, from the environment and from flags. Nothing else reads the environment. */
export interface Config extends Omit<Values, "encryptionKey"> {
  /** Absent unless a supervisor has started this process as one of several. */
  readonly workerSlot: WorkerSlot | undefined
}

/** Also returns the names of variables that look like settings and are none. */
export function readConfig(sources: ConfigSources): { config: Config; unknown: string[] } {
  const { encryptionKey: oldest, ...values } = readValues(sources)
  const workerSlot = readWorkerSlot(sources.environment)
  const config: Config = {
    ...values,
    encryptionKeys: withOldest(values.encryptionKeys, oldest),
    port: workerSlot?.port ?? values.port,
    metricsPort: metricsPortOf(values.metricsPort, workerSlot),
    workerSlot,
  }
  // The supervisor has reported them already.
  const unknown = workerSlot === undefined ? unknownSettings(sources.environment) : []
  return { config: Object.freeze(config), unknown }
}

/** Reads every setting before it refuses one, so that all that are wrong are repaired together. */
function readValues(sources: ConfigSources): Values {
  const wrong = new Map<string, WrongSetting>()
  const entries = Object.entries(settings).map(([name, one]) => {
    try {
      return [name, readSetting<unknown>(one, sources)]
    } catch (error) {
      if (!(error instanceof WrongSetting)) throw error
      wrong.set(name, error)
      return [name, undefined]
    }
  })
  const values = Object.fromEntries(entries) as Values
  // What is wrong may be what another setting needs.
  const isOidcRead = ![...wrong.keys()].some((name) => name.startsWith("oidc"))
  const problems = [...[...wrong.values()].map(({ message }) => message), ...(isOidcRead ? oidcProblems(values) : [])]
  if (problems.length > 0) throw wrongSettings(problems)
  return values
}

function withOldest(keys: readonly Uint8Array[], oldest: Uint8Array | undefined): readonly Uint8Array[] {
  const isNew = oldest !== undefined && keys.every((key) => !Buffer.from(oldest).equals(key))
  return isNew ? [...keys, oldest] : keys
}

/** A scrape on a shared port would reach any of the processes, so each has its own port for metrics. */
function metricsPortOf(first: number | undefined, workerSlot: WorkerSlot | undefined): number | undefined {
  if (first === undefined || first === 0 || workerSlot === undefined) return first
  return first + workerSlot.number - 1
}

/** Commands that call a server read these; the server does not. */
export const clientVariables = ["KEYWARD_URL", "KEYWARD_KEY", "KEYWARD_PROFILE", "KEYWARD_CONFIG_DIR"] as const

/** Names of variables that look like settings and are none. */
export function unknownSettings(environment: ConfigSources["environment"]): string[] {
  const known = new Set<string>([
    ...settingList.map(({ variable }) => variable),
    ...clientVariables,
    workerSlotVariable,
  ])
  const ofTests = /^KEYWARD_TEST_/
  return Object.keys(environment).filter(
    (name) => name.startsWith("KEYWARD_") && !known.has(name) && !ofTests.test(name),
  )
}
