import type { Form } from "./forms.ts"

/** Everything that the program knows about one setting. */
export interface Setting<Value = unknown> {
  readonly variable: `KEYWARD_${string}` | `OTEL_${string}`
  /** Absent: the setting has no flag. */
  readonly flag?: { readonly name: string; readonly placeholder: string }
  readonly form: Form<Value>
  readonly default: Default<Value>
  /** One or two sentences for the table of settings. */
  readonly purpose: string
}

interface Default<Value> {
  /** As the table of settings shows it. */
  readonly shown: string
  value(sources: ConfigSources): Value
}

export interface ConfigSources {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Flags of the command line by name; those that are no settings are ignored. */
  readonly flags?: ReadonlyMap<string, string>
  readonly isTerminal: boolean
}

/** The value of a setting is unusable. The user sees this message. */
export class WrongSetting extends Error {
  override readonly name = "WrongSetting"
}

/** One error for all problems. */
export function wrongSettings(problems: readonly string[]): WrongSetting {
  const [first = ""] = problems
  if (problems.length === 1) return new WrongSetting(first)
  return new WrongSetting([`${problems.length} settings are wrong:`, ...problems].join("\n  "))
}

/** Infers the type of the value from the form and the default. */
export function setting<Value, Absent>(
  declared: Omit<Setting, "form" | "default"> & { readonly form: Form<Value>; readonly default: Default<Absent> },
): Setting<Value | Absent> {
  return declared
}

export function always<const Value>(value: Value): Default<Value> {
  return { shown: String(value), value: () => value }
}

/** Without this setting, the program does something else, which `shown` describes. */
export function absent(shown = "none"): Default<undefined> {
  return { shown, value: () => undefined }
}

export function readSetting<Value>({ variable, flag, form, default: usual }: Setting<Value>, sources: ConfigSources) {
  const fromFlag = flag && sources.flags?.get(flag.name)
  const text = fromFlag ?? sources.environment[variable]
  // Deployment files pass unset variables as empty text.
  if (text === undefined || text === "") return usual.value(sources)
  const value = form.parse(text)
  if (value !== undefined) return value
  const name = fromFlag === undefined ? variable : `--${flag?.name}`
  throw new WrongSetting(`${name} must ${form.rule}${form.isSecret ? "" : `, not ${JSON.stringify(text)}`}.`)
}

/** For the table of settings. */
export function describeSetting({ purpose, form }: Setting): string {
  return form.allowed === undefined ? purpose : `${purpose} ${form.allowed}`
}
