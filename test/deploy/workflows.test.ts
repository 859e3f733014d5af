import { describe, expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import manifest from "../../package.json" with { type: "json" }
import { targets } from "../../scripts/build/executable.ts"

const repository = join(import.meta.dir, "..", "..")
const releaseScripts = filesIn("scripts/release")

const permissions = z.record(z.string(), z.enum(["read", "write"]))
const Step = z.union([
  z.strictObject({ uses: z.string(), with: z.record(z.string(), z.unknown()).optional() }),
  z.strictObject({ run: z.string(), env: z.record(z.string(), z.string()).optional() }),
])
const Job = z.union([
  z.strictObject({ uses: z.string() }),
  z.strictObject({
    "runs-on": z.literal("ubuntu-24.04"),
    "timeout-minutes": z.number(),
    needs: z.array(z.string()).optional(),
    permissions: permissions.optional(),
    container: z.strictObject({ image: z.string(), options: z.string() }).optional(),
    steps: z.array(Step),
  }),
])
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions,
  jobs: z.record(z.string(), Job),
})

const workflows = filesIn(".github/workflows").map((path) => ({ path, ...Workflow.parse(readYaml(path)) }))
const jobs = workflows.flatMap((workflow) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${workflow.path}: ${name}`, job })),
)
const steps = jobs.flatMap(({ job }) => ("steps" in job ? job.steps : []))
const commands = steps.flatMap((step) => ("run" in step ? [step.run] : []))

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(repository, folder))
    .sort()
    .map((name) => `${folder}/${name}`)
}

function textOf(path: string): string {
  return readFileSync(join(repository, path), "utf8")
}

function readYaml(path: string): unknown {
  return Bun.YAML.parse(textOf(path))
}

function bash(...args: readonly string[]) {
  const { exitCode, stderr } = Bun.spawnSync(["bash", ...args], { cwd: repository })
  return { code: exitCode, stderr: stderr.toString() }
}

describe("the workflows", () => {
  test("test every change with .ci/run, and every release before its draft", () => {
    const [ci, release] = workflows
    expect(Object.keys(ci?.on ?? {})).toEqual(["push", "pull_request", "workflow_call"])
    expect(commands).toContain(".ci/run")
    expect(release?.jobs.test).toEqual({ uses: `./${ci?.path}` })
    expect(release?.jobs.draft).toMatchObject({
      needs: Object.keys(release?.jobs ?? {}).filter((name) => name !== "draft"),
    })
  })

  test("may only read, except for the job that writes the draft", () => {
    for (const workflow of workflows) expect(workflow.permissions).toEqual({ contents: "read" })
    const more = jobs.filter(({ job }) => "permissions" in job)
    expect(more.map(({ name }) => name)).toEqual([".github/workflows/release.yml: draft"])
    expect(more[0]?.job).toMatchObject({ permissions: { contents: "write" } })
  })

  test("name a version of every action", () => {
    const used = [...jobs.map(({ job }) => job), ...steps].flatMap((one) => ("uses" in one ? [one.uses] : []))
    expect(used.length).toBeGreaterThan(5)
    for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$|^\.\/\.github\/workflows\/[\w-]+\.yml$/)
  })

  test("publish nothing", () => {
    const texts = [...commands, ...releaseScripts.map(textOf)].join("\n")
    expect(texts).not.toMatch(/npm publish|docker push|docker login/)
    expect(texts).toMatch(/gh release create .* --draft /)
  })

  test.each(commands)("run %j, which bash understands", (script) => {
    expect(bash("-n", "-c", script)).toEqual({ code: 0, stderr: "" })
  })

  test.each(releaseScripts)("call %s, which bash understands", (path) => {
    expect(bash("-n", path)).toEqual({ code: 0, stderr: "" })
  })

  test("call files and npm scripts that exist", () => {
    const texts = [...commands, ...releaseScripts.map(textOf)].join("\n")
    const files = [...texts.matchAll(/(?:bash|node) ([\w/.-]+\.(?:sh|mjs))/g)].map(([, path = ""]) => path)
    expect(new Set(files)).toEqual(new Set([...releaseScripts, "scripts/install-missing.mjs"]))
    for (const path of [...files, ".ci/run"]) expect(existsSync(join(repository, path)), path).toBe(true)
    const scripts = [...texts.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name)
    expect(scripts.length).toBeGreaterThan(0)
    for (const name of scripts) expect(Object.keys(manifest.scripts)).toContain(name)
  })
})

describe("the files of a release", () => {
  const script = "scripts/release/make-files.sh"

  test("are made only for the version that the packages have", () => {
    expect(bash(script, "v9.9.9")).toEqual({
      code: 1,
      stderr: `The tag is v9.9.9, but the version in package.json is ${manifest.version}.\n`,
    })
  })

  test("have an executable for every platform", () => {
    expect(textOf(script)).toContain(`targets=(${targets.join(" ")})`)
  })
})

test("the templates of issues ask for what an answer needs", () => {
  const field = z.strictObject({
    type: z.literal("textarea"),
    id: z.string(),
    attributes: z.strictObject({ label: z.string(), description: z.string() }),
    validations: z.strictObject({ required: z.boolean() }).optional(),
  })
  const note = z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: z.string() }) })
  const Template = z.strictObject({
    name: z.string(),
    description: z.string(),
    labels: z.array(z.string()),
    body: z.array(z.union([field, note])),
  })
  const templates = filesIn(".github/ISSUE_TEMPLATE").map((path) => Template.parse(readYaml(path)))
  expect(templates.map(({ name }) => name).sort()).toEqual(["Bug", "Idea"])
  expect(textOf(".github/ISSUE_TEMPLATE/bug.yml")).toContain("keyward doctor")
})
