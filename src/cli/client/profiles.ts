import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import type { Invocation } from "../command.ts"
import { UsageError } from "../failure.ts"

/** The address of a service and the key for calling it. */
export interface Profile {
  readonly url: string
  readonly key: string
}

type Profiles = ReadonlyMap<string, Profile>

interface Stored {
  readonly current: string | undefined
  readonly profiles: Profiles
  /** By name of the profile, which need not exist: its key may come from the environment. */
  readonly webhookSecrets: ReadonlyMap<string, string>
}

type Environment = Invocation["environment"]

const usualProfile = "default"

const fileContent = z.object({
  /** The profile that calls use by default; absent means `default`. */
  current: z.string().optional(),
  profiles: z.record(z.string(), z.object({ url: z.url({ protocol: /^https?$/ }), key: z.string().min(1) })),
  /** What `keyward webhooks listen` signs with. */
  webhookSecrets: z.record(z.string(), z.string()).optional(),
})

/** undefined if the environment names neither a configuration folder nor a home. */
export function profilesFile({ KEYWARD_CONFIG_DIR, XDG_CONFIG_HOME, HOME }: Environment): string | undefined {
  const folder =
    KEYWARD_CONFIG_DIR ||
    (XDG_CONFIG_HOME && join(XDG_CONFIG_HOME, "keyward")) ||
    (HOME && join(HOME, ".config", "keyward"))
  return folder ? join(folder, "profiles.json") : undefined
}

export function readProfiles(environment: Environment): Profiles {
  return read(environment).profiles
}

/** The profile that calls use without a flag. */
export function currentProfile(environment: Environment): string {
  return environment.KEYWARD_PROFILE || read(environment).current || usualProfile
}

/** Throws if other users can read the file, because the keys may have leaked. */
function read(environment: Environment): Stored {
  const path = profilesFile(environment)
  const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
  if (path === undefined || stats === undefined) {
    return { current: undefined, profiles: new Map(), webhookSecrets: new Map() }
  }
  if ((stats.mode & 0o077) !== 0) {
    throw new Error(
      `${path} holds keys, and other users can access it (mode ${modeOf(stats.mode)}). Run \`chmod 600 ${path}\`, and rotate the keys if someone may have read them.`,
    )
  }
  try {
    const { current, profiles, webhookSecrets = {} } = fileContent.parse(JSON.parse(readFileSync(path, "utf8")))
    return {
      current,
      profiles: new Map(Object.entries(profiles)),
      webhookSecrets: new Map(Object.entries(webhookSecrets)),
    }
  } catch (cause) {
    // The cause is not shown, because it could contain a part of a key.
    throw new Error(`${path} cannot be read. Delete it, and store the profiles again with \`keyward login\`.`, {
      cause,
    })
  }
}

export function saveProfile(environment: Environment, name: string, profile: Profile): string {
  const stored = read(environment)
  return write(environment, { ...stored, profiles: new Map([...stored.profiles, [name, profile]]) })
}

export function removeProfile(environment: Environment, name: string): void {
  const { current, profiles, webhookSecrets } = read(environment)
  write(environment, {
    current: current === name ? undefined : current,
    profiles: new Map([...profiles].filter(([one]) => one !== name)),
    webhookSecrets: new Map([...webhookSecrets].filter(([one]) => one !== name)),
  })
}

/** Makes this profile the default. */
export function chooseProfile(environment: Environment, name: string): void {
  write(environment, { ...read(environment), current: name })
}

/** The secret with which webhooks are tried out in this profile: always the same, so that an application can keep it. */
export function webhookSecretOf(environment: Environment, name: string): string {
  const stored = read(environment)
  const known = stored.webhookSecrets.get(name)
  if (known !== undefined) return known
  const secret = `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64")}`
  write(environment, { ...stored, webhookSecrets: new Map([...stored.webhookSecrets, [name, secret]]) })
  return secret
}

export function profileName(text: string): string {
  if (/^[A-Za-z0-9][\w.-]{0,63}$/.test(text)) return text
  throw new UsageError(
    `${JSON.stringify(text)} is not a valid profile name. Use 1 to 64 letters, digits, dots, dashes and underscores.`,
  )
}

/** Writes the file atomically, and never with a mode that lets others read it. */
function write(environment: Environment, { current, profiles, webhookSecrets }: Stored): string {
  const path = profilesFile(environment)
  if (path === undefined) {
    throw new Error("There is no folder for profiles. Set KEYWARD_CONFIG_DIR or HOME.")
  }
  const partial = `${path}.${process.pid}`
  const content: z.infer<typeof fileContent> = {
    ...(current !== undefined && { current }),
    profiles: Object.fromEntries(profiles),
    ...(webhookSecrets.size > 0 && { webhookSecrets: Object.fromEntries(webhookSecrets) }),
  }
  try {
    mkdirSync(join(path, ".."), { recursive: true, mode: 0o700 })
    writeFileSync(partial, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" })
    chmodSync(partial, 0o600)
    renameSync(partial, path)
  } catch (cause) {
    rmSync(partial, { force: true })
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
    throw new Error(`${path} cannot be written (${reason}). Set KEYWARD_CONFIG_DIR to a folder of your own.`, { cause })
  }
  return path
}

function modeOf(mode: number): string {
  return (mode & 0o777).toString(8).padStart(4, "0")
}
