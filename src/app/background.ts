import type { Config } from "../config.ts"
import type { RequestLog } from "../http/observe/request-log.ts"
import { tooManySignIns } from "../operations/shared/people/sign-in-limits.ts"
import type { PasswordCost } from "../secrets/password-thread.ts"
import { createPasswords } from "../secrets/passwords.ts"
import type { DamageWatch } from "../storage/background/damage-watch.ts"
import { startHousekeeping } from "../storage/background/housekeeping.ts"
import { createRefusedSignIns } from "../storage/background/refused-sign-ins.ts"
import { configuredLocation } from "../storage/location.ts"
import { openVerificationLog } from "../storage/log/open-log.ts"
import type { Store } from "../storage/port/store.ts"
import type { Usage } from "../storage/port/usage.ts"
import type { Engine } from "../storage/sql/engine.ts"
import { createLogCollector } from "../storage/usage/log-collector.ts"
import { createUsageRecorder } from "../storage/usage/usage-recorder.ts"
import { startUsageUpkeep } from "../storage/usage/usage-upkeep.ts"

interface BackgroundOptions {
  readonly store: Store
  readonly engine: Engine
  readonly damage: DamageWatch
  readonly log: RequestLog
  readonly passwordCost: PasswordCost | undefined
  readonly usageIntervalMs: number | undefined
  /** Closes what is started here. */
  readonly opened: AsyncDisposableStack
  now(): number
  onUsageStored(usage: Usage): void
}

/** Starts what works beside the requests, and returns what requests pass their work to. */
export function startBackground(config: Config, options: BackgroundOptions) {
  const { store, log, opened, now, passwordCost, usageIntervalMs } = options
  const usage = createUsageRecorder(store, {
    intervalMs: usageIntervalMs,
    onStored: options.onUsageStored,
    onFailure: (error) => log.report("Usage could not be stored. Keyward tries again.", error),
  })
  opened.defer(() => usage.close())
  const housekeeping = startHousekeeping(store, {
    now,
    report: (error) => log.report("Expired records could not be deleted. Keyward tries again.", error),
  })
  opened.defer(() => housekeeping.close())
  const verificationLog = startVerificationLog(config, options)
  const refusedSignIns = createRefusedSignIns(store, {
    now,
    report: (error) => log.report("Refused sign-ins could not be recorded. Keyward tries again.", error),
  })
  opened.defer(() => refusedSignIns.close())
  const passwords = createPasswords({
    maxWaiting: 20,
    onFull: () => tooManySignIns(1),
    clock: () => performance.now(),
    cost: passwordCost,
  })
  opened.defer(() => passwords.close())
  return { usage, verificationLog, refusedSignIns, passwords }
}

/** The log, and the upkeep of usage, which deletes old rows of both. */
function startVerificationLog(config: Config, { store, engine, damage, log, opened, now }: BackgroundOptions) {
  const storedLog = openVerificationLog(configuredLocation(config), engine, {
    bytes: config.logMegabytes * 1024 ** 2,
    days: config.logDays,
    onDamage: damage.on("verification_log"),
  })
  opened.defer(() => storedLog.close())
  const verificationLog = createLogCollector(storedLog, {
    mode: config.verificationLog,
    random: Math.random,
    onFailure: (error) => log.report("The verification log could not be written. Some of its rows are lost.", error),
  })
  opened.defer(() => verificationLog.close())
  const upkeep = startUsageUpkeep(store.usage, {
    now,
    usageDays: config.usageDays,
    log: storedLog,
    logDays: config.logDays,
    report: (error) => log.report("Usage could not be rolled up. Keyward tries again.", error),
  })
  opened.defer(() => upkeep.close())
  return verificationLog
}
