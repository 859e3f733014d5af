import { dirname, join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import { firstKeysIn } from "../harness/first-keys.ts"
import { until } from "../harness/until.ts"
import type { TemporaryFolder } from "../services/temporary-folder.ts"
import { makeBuiltClone } from "./clone.ts"
import { keepRunning, type Running } from "./kept-running.ts"

/** What the first start gives to the reader, under the names that the pages use. */
export interface Keys {
  readonly KEYWARD_KEY: string
  readonly OPERATOR_KEY: string
}

/** A Keyward that runs in a clone, and its first workspace. */
interface ServedKeyward {
  readonly port: number
  readonly keys: Keys
  readonly dataFolder: string
}

/** What all pages of a run share. Nothing of it exists until a page needs it. Leave it with `end`. */
export interface Installation {
  /** The Keyward of the pages that need one. They may run side by side. */
  serve(): Promise<ServedKeyward>
  /** The clone of the pages that start Keyward themselves. They run one after the other, on the same data. */
  readonly startPlace: StartPlace
  end(): Promise<void>
}

/** Where pages start Keyward themselves. */
interface StartPlace {
  clone(): Promise<string>
  /** The keys of the first start, which may have happened on an earlier page. */
  keysFrom(keyward: Running): Promise<Keys>
}

export function createInstallation(): Installation {
  const clones: TemporaryFolder[] = []
  const running: Running[] = []
  let served: Promise<ServedKeyward> | undefined
  const newClone = async () => {
    const clone = await makeBuiltClone()
    clones.push(clone)
    return clone.path
  }
  return {
    serve() {
      served ??= newClone().then((clone) => serveIn(clone, (keyward) => running.push(keyward)))
      return served
    },
    startPlace: createStartPlace(newClone),
    async end() {
      await served?.catch(() => undefined)
      await Promise.all(running.map((keyward) => keyward.stop()))
      for (const clone of clones) clone.remove()
    },
  }
}

async function serveIn(clone: string, onStart: (keyward: Running) => void): Promise<ServedKeyward> {
  const port = await findFreePort()
  const env = { ...readerEnvironment(clone), KEYWARD_PORT: String(port) }
  const keyward = await keepRunning("exec keyward serve", port, { cwd: clone, env })
  onStart(keyward)
  return { port, keys: await firstKeys(keyward), dataFolder: join(clone, "data") }
}

export function createStartPlace(newClone: () => Promise<string>): StartPlace {
  let clone: Promise<string> | undefined
  let keys: Keys | undefined
  return {
    clone() {
      clone ??= newClone()
      return clone
    },
    async keysFrom(keyward) {
      keys ??= await firstKeys(keyward)
      return keys
    },
  }
}

/** The first start hands them over, shortly after it has begun to listen. */
async function firstKeys(keyward: Running): Promise<Keys> {
  const { rootKey, operatorKey } = await until(
    () => firstKeysIn(keyward.output()),
    () => `Keyward named no keys:\n${keyward.output()}`,
  )
  return { KEYWARD_KEY: rootKey, OPERATOR_KEY: operatorKey }
}

/** Nothing of the person who runs the tests reaches the page: no settings, no stored logins. */
export function readerEnvironment(clone: string): Record<string, string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(KEYWARD_|FORCE_COLOR|CI$|npm_)/.test(name))
  // The executable that `npm test` has built starts faster than the clone, from which `npm start` runs.
  const keyward = process.env.KEYWARD_TEST_PROGRAM ?? join(clone, "bin", "keyward")
  const own = { PATH: `${dirname(keyward)}:${process.env.PATH}`, HOME: clone, NEXT_TELEMETRY_DISABLED: "1" }
  return { ...Object.fromEntries(kept.map(([name, value = ""]) => [name, value])), ...own }
}
