import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { Glob } from "bun"
import {
  circlesAmong,
  describeImport,
  type Import,
  importsOf,
  isRelative,
  reachableFrom,
  targetOf,
} from "../transfer/imports.ts"

/** The allowed imports between parts of the program. Any other import points back. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  main: ["cli"],
  cli: [
    "app",
    "config",
    "first-start",
    "offline",
    "http",
    "operations",
    "core",
    "contract",
    "storage:ports",
    "transfer",
    "secrets",
    "webhooks",
  ],
  app: [
    "config",
    "first-start",
    "mint",
    "http",
    "operations",
    "core",
    "contract",
    "storage",
    "counters",
    "cluster",
    "secrets",
    "oidc",
    "webhooks",
    "notices",
    "tracing",
    "verifiers",
  ],
  offline: ["config", "counters", "storage", "transfer", "core", "contract", "cluster", "secrets", "verifiers"],
  transfer: ["operations", "core", "contract", "secrets", "storage:types"],
  "first-start": ["config", "operations", "secrets", "storage:types"],
  mint: ["operations", "core", "secrets"],
  config: ["contract"],
  http: [
    "operations",
    "core",
    "contract",
    "storage:ports",
    "counters:ports",
    "secrets:types",
    "oidc",
    "tracing:types",
    "verifiers:types",
  ],
  operations: ["core", "contract", "storage:ports", "counters:types", "secrets:types", "oidc:types", "webhooks:types"],
  webhooks: ["operations", "core", "storage:types", "secrets:types", "tracing:types"],
  tracing: ["config", "core", "contract"],
  verifiers: ["storage:types"],
  notices: ["core", "contract", "storage:types"],
  storage: ["core", "contract", "secrets", "tracing:types"],
  counters: ["core", "contract", "tracing:types"],
  cluster: ["storage:types", "verifiers:types"],
  secrets: [],
  oidc: [],
  core: ["contract"],
  contract: [],
}

/** Only app.ts and the part itself may import the adapters of a port. */
const ports = new Set([
  "src/storage/location.ts",
  "src/storage/port/sign-in.ts",
  "src/storage/port/store.ts",
  "src/storage/port/unavailable.ts",
  "src/storage/port/usage.ts",
  "src/storage/port/verification-log.ts",
  "src/storage/usage/log-collector.ts",
  "src/storage/usage/usage-recorder.ts",
  "src/counters/counters.ts",
])

/** Packages and runtime modules that each part may use. */
const packages: Readonly<Record<string, readonly RegExp[]>> = {
  contract: [/^zod$/],
  core: [/^canonicalize$/],
  operations: [/^zod$/],
  http: [/^zod$/, /^node:crypto$/, /^bun$/],
  storage: [/^kysely$/, /^bun$/, /^bun:sqlite$/, /^node:/],
  counters: [/^bun$/],
  cluster: [],
  secrets: [/^bun$/, /^node:(crypto|os)$/, /^@simplewebauthn\/server(\/helpers)?$/],
  oidc: [/^openid-client$/],
  webhooks: [/^node:(crypto|dns)$/],
  tracing: [/^@opentelemetry\//, /^node:async_hooks$/],
  transfer: [/^zod$/, /^node:crypto$/],
}

const sources = [...new Glob("src/**/*.ts").scanSync(".")].filter(
  (path) => !path.endsWith(".test.ts") && !path.endsWith("conformance.ts"),
)
const imports = sources.flatMap(importsOf)

describe("layers", () => {
  test("finds the sources and their imports", () => {
    expect(sources.length).toBeGreaterThan(50)
    expect(imports.length).toBeGreaterThan(100)
  })

  test("imports point one way", () => {
    expect(imports.filter((one) => isRelative(one) && !isAllowedArrow(one)).map(describeImport)).toEqual([])
  })

  test("no files import each other in a circle, types included", () => {
    expect(circlesAmong(sources)).toEqual([])
  })

  test("a command loads the service or the database only when it runs", () => {
    const loadedAtStart = (path: string) => importsOf(path).filter((one) => isRelative(one) && one.isLoadedAtStart)
    const targets = new Map(sources.map((path) => [path, loadedAtStart(path).map(targetOf)]))
    const loadedFrom = (path: string) => [...reachableFrom(path, targets)]
    const commands = importsOf("src/cli/program-commands.ts").map(targetOf)
    const loaded = ["src/cli/all-commands.ts", ...commands].flatMap(loadedFrom)
    expect(commands).toContain("src/cli/commands/backup.ts")
    // A command loads no other, and a call of one operation no other operation.
    const always = loadedFrom("src/main.ts")
    expect(always).toContain("src/cli/program-commands.ts")
    expect(
      always.filter((path) => /^src\/(operations\/\w+\.\w+\.ts|(cli\/(commands|serve)|http)\/.+)$/.test(path)),
    ).toEqual(["src/operations/loaders.gen.ts"])
    expect(
      loaded.filter((path) => /^src\/(app(\.ts|\/)|offline\/|storage\/(sqlite|postgres|sql)\/)/.test(path)),
    ).toEqual([])
  })

  test("the service loads OpenTelemetry only if there is a collector", () => {
    const loadedAtStart = (path: string) => importsOf(path).filter((one) => isRelative(one) && one.isLoadedAtStart)
    const targets = new Map(sources.map((path) => [path, loadedAtStart(path).map(targetOf)]))
    const loaded = reachableFrom("src/app.ts", targets)
    expect(loaded).toContain("src/tracing/open.ts")
    const others = [...loaded].flatMap((path) => (path.endsWith(".ts") ? importsOf(path) : []))
    const packaged = others.filter(({ specifier, isLoadedAtStart }) => {
      return isLoadedAtStart && specifier.startsWith("@opentelemetry/")
    })
    expect(packaged.map(describeImport)).toEqual([])
  })

  test("only the parts that may use a package import it", () => {
    const foreign = imports
      .filter((one) => !isRelative(one))
      .filter(({ from, specifier }) => {
        const permitted = packages[partOf(from)]
        return permitted !== undefined && !permitted.some((pattern) => pattern.test(specifier))
      })
    expect(foreign.map(describeImport)).toEqual([])
  })

  test("only app.ts, storage/open.ts and offline/ name an adapter", () => {
    const adapters = /storage\/(sqlite|postgres|sql\/)|counters\/(local|redis)/
    const roots = /^src\/(app(\.ts|\/)|first-start\.ts|offline\/)/
    const outside = imports.filter(({ from, specifier }) => {
      const isBehindPort = from.startsWith("src/storage/") || from.startsWith("src/counters/")
      return adapters.test(specifier) && !isBehindPort && !roots.test(from)
    })
    expect(outside.map(describeImport)).toEqual([])
  })

  test.each([
    [
      "the environment is read in main.ts only, and the thread that sends webhooks switches its proxy off",
      /process\.env/,
      /^src\/(main|webhooks\/send-thread)\.ts$/,
    ],
    [
      "Request and Response exist in http/, in the CLI's client and where app.ts hands them on",
      /\bnew (Request|Response)\b|: (Request|Response)\b/,
      /^src\/(http\/|cli\/|app\.ts|app\/platform\.ts)/,
    ],
    ["SQL is written in storage/ only", /\bsql`|selectFrom\(|insertInto\(/, /^src\/storage\//],
  ])("%s", (_promise, pattern, home) => {
    const elsewhere = sources.filter((path) => !home.test(path) && pattern.test(withoutComments(path)))
    expect(elsewhere).toEqual([])
  })

  test("the client imports nothing but itself and the types of the framework a guard is for, and uses what every runtime has", () => {
    const files = [...new Glob("sdk/src/**/*.ts").scanSync(".")].filter((path) => !path.endsWith(".test.ts"))
    expect(files.length).toBeGreaterThan(10)
    const foreign = files
      .flatMap(importsOf)
      .filter((one) => !isRelative(one) || !join(dirname(one.from), one.specifier).startsWith("sdk/src/"))
      .filter(({ from, specifier, isTypeOnly }) => !isTypeOnly || from !== `sdk/src/${specifier}.ts`)
      // A refusal of NestJS is an exception of its class. Its requests are those of Express.
      .filter(({ from, specifier, isTypeOnly }) => {
        const isOfNest = specifier === "@nestjs/common" || (specifier === "express" && isTypeOnly)
        return from !== "sdk/src/nest.ts" || !isOfNest
      })
    expect(foreign.map(describeImport)).toEqual([])
    expect(files.filter((path) => /\bBun\.|\bprocess\.|\bBuffer\b|\bany\b/.test(withoutComments(path)))).toEqual([])
  })

  test("core and contract read no clock, no randomness and no runtime", () => {
    const impure = sources.filter(
      (path) =>
        /^src\/(core|contract)\//.test(path) &&
        /Date\.now\(|new Date\(\)|Math\.random|crypto\.|\bBun\.|process\.|performance\./.test(withoutComments(path)),
    )
    expect(impure).toEqual([])
  })

  test("nothing is cast to any and nothing is asserted to be there", () => {
    const loose = sources.filter((path) => /\bas any\b|: any\b|<any>/.test(withoutComments(path)))
    expect(loose).toEqual([])
  })
})

/** The allowed imports inside dashboard/src. There are three entries: main.tsx, sign-in.tsx and portal.tsx. `base` are the files beside them: the session, the client, the queries. */
const dashboardArrows: Readonly<Record<string, readonly string[]>> = {
  main: ["router", "shell", "ui", "base"],
  router: ["routes", "shell", "base"],
  "sign-in": ["parts", "ui", "base"],
  portal: ["parts", "ui", "base"],
  // The settings of the portal show its page with samples.
  routes: ["portal", "parts", "ui", "base"],
  shell: ["parts", "ui", "base"],
  parts: ["ui", "base"],
  base: ["ui"],
  ui: [],
}

describe("layers of the dashboard", () => {
  const files = [...new Glob("dashboard/src/**/*.{ts,tsx}").scanSync(".")].filter((path) => !/\.test\.tsx?$/.test(path))
  const imports = files.flatMap(importsOf)

  test("imports point one way, and from the server only to core/ and contract/", () => {
    expect(imports.length).toBeGreaterThan(10)
    const wrong = imports.filter(isRelative).filter((one) => {
      const target = targetOf(one)
      if (isShared(target)) return false
      const [from, to] = [dashboardPartOf(one.from), dashboardPartOf(target)]
      return !target.startsWith("dashboard/src/") || (from !== to && !dashboardArrows[from]?.includes(to))
    })
    expect(wrong.map(describeImport)).toEqual([])
  })

  test("no files import each other in a circle, types included", () => {
    expect(circlesAmong(files)).toEqual([])
  })

  test("only known packages are used, and ui/ does not know Keyward", () => {
    // Samples of code that people copy name the guards of the client.
    const known =
      /^(@keyward\/client(\/\w+)?|react|react-dom\/client|@tanstack\/react-[\w-]+|@base-ui\/react(\/[\w-]+)?)$/
    const foreign = imports
      .filter((one) => !isRelative(one))
      .filter(({ from, specifier }) => {
        return !known.test(specifier) || (dashboardPartOf(from) === "ui" && specifier.startsWith("@keyward/"))
      })
    expect(foreign.map(describeImport)).toEqual([])
  })

  test("what a browser loads from core/ and contract/ needs no package: neither Zod nor another", () => {
    const loaded = loadedBy(
      imports
        .filter((one) => !one.isTypeOnly && isRelative(one))
        .map(targetOf)
        .filter(isShared),
    )
    expect(loaded).toContain("src/core/csv-line.ts")
    const foreign = loaded.flatMap(importsOf).filter((one) => !one.isTypeOnly)
    expect(foreign.filter((one) => !isRelative(one) || !isShared(targetOf(one))).map(describeImport)).toEqual([])
  })

  test.each([
    ["sign-in", "parts/sign-in/sign-in-form.tsx"],
    ["portal", "portal/create-key.tsx"],
  ])("the pages of %s load neither router nor query cache nor Base UI", (entry, part) => {
    const loaded = (path: string) => importsOf(path).filter((one) => !one.isTypeOnly)
    const targets = new Map(files.map((path) => [path, loaded(path).filter(isRelative).map(targetOf)]))
    const reached = [`dashboard/src/${entry}.tsx`, ...reachableFrom(`dashboard/src/${entry}.tsx`, targets)]
    expect(reached).toContain(`dashboard/src/${part}`)
    const packages = reached
      .filter((path) => targets.has(path))
      .flatMap(loaded)
      .filter((one) => !isRelative(one))
    const heavy = packages.filter(({ specifier }) => /^@(tanstack|base-ui)\//.test(specifier))
    expect(heavy.map(describeImport)).toEqual([])
  })

  test("a page is loaded only when it is opened", () => {
    const pages = imports.filter((one) => isRelative(one) && dashboardPartOf(targetOf(one)) === "routes")
    const opened = pages.filter(({ from }) => dashboardPartOf(from) === "router")
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.filter(({ isLoadedAtStart }) => isLoadedAtStart).map(describeImport)).toEqual([])
  })
})

/** A file that runs in any JavaScript runtime: see "core and contract read no clock, no randomness and no runtime". */
function isShared(path: string): boolean {
  return /^src\/(contract|core)\//.test(path)
}

/** The files, and the files of the server that they load in turn. */
function loadedBy(paths: readonly string[]): readonly string[] {
  const loaded = (path: string) => importsOf(path).filter((one) => !one.isTypeOnly && isRelative(one))
  const targets = new Map(sources.map((path) => [path, loaded(path).map(targetOf)]))
  return [...new Set(paths.flatMap((path) => [path, ...reachableFrom(path, targets)]))]
}

function dashboardPartOf(path: string): string {
  const [, , part = "", file] = path.split("/")
  if (file !== undefined) return part
  return /^(main|router|sign-in|portal)\.tsx$/.exec(part)?.[1] ?? "base"
}

function isAllowedArrow(one: Import): boolean {
  const target = targetOf(one)
  const [from, to] = [partOf(one.from), partOf(target)]
  if (target === "package.json") return from === "app" || from === "cli"
  if (from === to) return true
  const arrows = allowed[from] ?? []
  if (arrows.includes(to)) return true
  if (arrows.includes(`${to}:types`)) return one.isTypeOnly || isPureHelper(target)
  return arrows.includes(`${to}:ports`) && (one.isTypeOnly || ports.has(target))
}

/** Error classes and pure functions that belong to a port. */
function isPureHelper(target: string): boolean {
  return ports.has(target)
}

function partOf(path: string): string {
  const [, part = ""] = path.split("/")
  return part.replace(/\.ts$/, "")
}

function withoutComments(path: string): string {
  return readFileSync(path, "utf8").replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "")
}
