import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { findFreePort } from "../../scripts/test/service.ts"
import type { Database } from "../services/postgres.ts"
import { makeBuiltClone } from "./clone.ts"
import { createStartPlace, type Installation, type Keys, readerEnvironment } from "./installation.ts"
import type { Running } from "./kept-running.ts"
import { type Block, isRun } from "./page.ts"
import { openShell, type Shell } from "./shell.ts"

/** What the reader of one page has. */
export interface Desk {
  readonly shell: Shell
  readonly ports: { readonly keyward: number; readonly application: number }
  /** Undefined if the page has no Keyward. */
  keys(): Promise<Keys | undefined>
  /** The Keyward that the page has started itself. */
  keyward: Running | undefined
  application: Running | undefined
  database: Database | undefined
  [Symbol.asyncDispose](): Promise<void>
}

export const exampleDatabase = "postgres://user:password@host:5432/keyward"

/** A page that starts Keyward works on the data of the others that do, unless it names a database. */
export async function openDesk(blocks: readonly Block[], installation: Installation): Promise<Desk> {
  if (blocks.some(startsKeyward)) return openStartDesk(blocks, installation)
  const clone = await makeBuiltClone()
  const resources = { removeClone: clone.remove, clone: clone.path, application: await findFreePort() }
  if (!blocks.some((block) => isRun(block) && /keyward|examples/i.test(block.text))) {
    return createDesk({ ...resources, keyward: await findFreePort(), keys: async () => undefined, env: {} })
  }
  const { port, keys, dataFolder } = await installation.serve().catch((cause: Error) => {
    clone.remove()
    throw new Error(`${blocks[0]?.page}: Keyward, which this page needs, ${cause.message}`, { cause })
  })
  symlinkSync(dataFolder, join(clone.path, "data"))
  const env = { KEYWARD_URL: `http://localhost:${port}`, ...keys }
  return createDesk({ ...resources, keyward: port, keys: async () => keys, env })
}

async function openStartDesk(blocks: readonly Block[], installation: Installation): Promise<Desk> {
  const ports = { keyward: await findFreePort(), application: await findFreePort() }
  const ownClone = blocks.some(({ text }) => text.includes(exampleDatabase)) ? await makeBuiltClone() : undefined
  const place = ownClone === undefined ? installation.startPlace : createStartPlace(async () => ownClone.path)
  const desk = createDesk({
    ...ports,
    clone: await place.clone(),
    removeClone: () => ownClone?.remove(),
    keys: async () => (desk.keyward === undefined ? undefined : place.keysFrom(desk.keyward)),
    env: {},
  })
  return desk
}

interface DeskOptions {
  readonly clone: string
  readonly removeClone: () => void
  readonly keyward: number
  readonly application: number
  readonly keys: Desk["keys"]
  readonly env: Readonly<Record<string, string>>
}

function createDesk({ clone, removeClone, keyward, application, keys, env }: DeskOptions): Desk {
  const desk: Desk = {
    shell: openShell({ cwd: clone, env: { ...readerEnvironment(clone), ...env } }),
    ports: { keyward, application },
    keys,
    keyward: undefined,
    application: undefined,
    database: undefined,
    async [Symbol.asyncDispose]() {
      desk.shell.end()
      await Promise.all([desk.keyward?.stop(), desk.application?.stop()])
      await desk.database?.drop()
      removeClone()
    },
  }
  return desk
}

export function startsKeyward({ language, note, text }: Block): boolean {
  return language === "sh" && note === "background" && /\bnpm start\b|\bkeyward serve\b/.test(text)
}
