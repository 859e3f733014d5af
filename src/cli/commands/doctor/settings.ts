import { type Config, readConfig, settings } from "../../../config.ts"
import type { Invocation } from "../../command.ts"
import { processCount } from "../../serve/supervise.ts"
import { settingFlags, unknownSetting } from "../settings.ts"
import { type Finding, findingsAbout } from "./finding.ts"

const { ok, warning, problem } = findingsAbout("settings")

interface Examined {
  readonly findings: readonly Finding[]
  /** Absent where the settings cannot be used. */
  readonly config: Config | undefined
}

/** Every wrong setting is told of, not only the first. */
export function examineSettings(
  { environment }: Pick<Invocation, "environment">,
  flags: ReadonlyMap<string, string>,
): Examined {
  const given = settingFlags(flags)
  const unknown = unknownFindings(environment)
  const alone = [
    ...given.map((flag) => ({ environment: {}, flags: [flag] })),
    ...settings.map(({ variable }) => ({ environment: { [variable]: environment[variable] }, flags: [] })),
  ]
  const wrong = alone.flatMap((part) => wrongIn(() => readConfig({ ...part, isTerminal: false })))
  if (wrong.length > 0) return { findings: [...wrong, ...unknown], config: undefined }
  const { config } = readConfig({ environment, flags: given, isTerminal: false })
  const unfit = wrongIn(() => processCount(config))
  const set = settings.filter(({ variable }) => environment[variable]).length + given.length
  const told = unfit.length > 0 ? unfit : [ok(set === 0 ? "All settings are as they come." : `${set} set, all valid.`)]
  return { findings: [...told, ...unknown], config }
}

/** The message of a wrong setting says itself what to do. */
function wrongIn(read: () => unknown): Finding[] {
  try {
    read()
    return []
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return [problem(message, "Correct it; `keyward serve --help` lists the settings.")]
  }
}

function unknownFindings(environment: Invocation["environment"]): Finding[] {
  const named = Object.fromEntries(Object.keys(environment).map((name) => [name, undefined]))
  const { unknown } = readConfig({ environment: named, flags: [], isTerminal: false })
  return unknown.map((name) => warning(unknownSetting(name), "Remove or rename it."))
}
