import { readSetting } from "../../../config/setting.ts"
import { settingList } from "../../../config/settings.ts"
import { type Config, readConfig, unknownSettings } from "../../../config.ts"
import type { Invocation } from "../../command.ts"
import { processCount } from "../../serve/process-count.ts"
import { settingFlags, unknownSetting } from "../settings.ts"
import { type Finding, findingsAbout } from "./finding.ts"

const { ok, warning, problem } = findingsAbout("settings")

interface SettingsReport {
  readonly findings: readonly Finding[]
  /** Absent if the settings are invalid. */
  readonly config: Config | undefined
}

/** Reports every wrong setting, not only the first. */
export function examineSettings(
  { environment }: Pick<Invocation, "environment">,
  flags: ReadonlyMap<string, string>,
): SettingsReport {
  const unknown = unknownSettings(environment).map((name) => warning(unknownSetting(name), "Remove or rename it."))
  const isTerminal = false
  const wrong = [
    { environment: {}, flags, isTerminal },
    { environment, isTerminal },
  ].flatMap((sources) => settingList.flatMap((setting) => wrongIn(() => readSetting(setting, sources))))
  if (wrong.length > 0) return { findings: [...wrong, ...unknown], config: undefined }
  const { config } = readConfig({ environment, flags, isTerminal })
  const unfit = wrongIn(() => processCount(config))
  const variables = settingList.filter(({ variable }) => environment[variable])
  const set = variables.length + Object.keys(settingFlags).filter((flag) => flags.has(flag)).length
  const values =
    unfit.length > 0 ? unfit : [ok(set === 0 ? "All settings have their defaults." : `${set} set, all valid.`)]
  return { findings: [...values, ...unknown], config }
}

/** The message of a wrong setting already says what is allowed. */
function wrongIn(read: () => unknown): Finding[] {
  try {
    read()
    return []
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [problem(message, "Correct it; `keyward serve --help` lists the settings.")]
  }
}
