import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { chownSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { whyNoContainers } from "../../scripts/test/container-rights.ts"
import { expectWholeDashboard } from "../dashboard/whole.ts"
import { expectWholeDocs } from "../docs/whole.ts"
import { ask } from "../requests/ask.ts"
import { temporaryFolder } from "../services/temporary-folder.ts"
import { buildImage, type Image } from "./image/build.ts"
import { type Container, startContainer } from "./image/container.ts"

const obstacle = whyNoContainers()

if (obstacle === undefined) describe("the image of deploy/Dockerfile", testImage)
else {
  const remedy = "Run `sudo npm test -- test/deploy/image.test.ts` on Debian, or build it with Docker."
  console.warn(`This run has not built deploy/Dockerfile: ${obstacle}. ${remedy}`)
}

test("deploy/Dockerfile copies only what is in the repository", () => {
  const copies = readFileSync("deploy/Dockerfile", "utf8").matchAll(/^COPY (?!--from)(.+) \S+$/gm)
  const sources = [...copies].flatMap(([, paths = ""]) => paths.split(" "))
  expect(sources).toContain("src")
  expect(sources.filter((path) => !existsSync(path))).toEqual([])
})

function testImage(): void {
  const folder = temporaryFolder()
  let image: Image
  let container: Container
  let rootKey = ""
  let key = ""

  // A busy machine needs more than the limit of a test.
  beforeAll(async () => {
    image = await buildImage(folder.path)
  }, 30 * 60_000)
  afterAll(() => folder.remove())

  const volume = join(folder.path, "volume")
  const start = async () => {
    container = await startContainer(image, volume)
    await container.process.waitForOutput(/Keyward listens on/)
  }
  const verdict = async () => (await ask(container, "keys.verifyKey", { key }, rootKey)).code

  test("has the executable, and neither sources nor packages nor Bun", () => {
    expect(statSync(join(image.root, "usr/local/bin/keyward")).mode & 0o777).toBe(0o755)
    for (const path of ["build", "opt/keyward", "usr/local/bin/bun", "usr/local/bin/node"]) {
      expect(existsSync(join(image.root, path)), path).toBe(false)
    }
  })

  test("says to Docker and Kubernetes how to run it", () => {
    const { User, ExposedPorts, Volumes, Entrypoint, Cmd } = image.config
    expect([User, Object.keys(ExposedPorts), Object.keys(Volumes)]).toEqual(["1000", ["8080/tcp"], ["/data"]])
    expect([...Entrypoint, ...Cmd]).toEqual(["keyward", "serve"])
    expect(readFileSync(join(image.root, "etc/passwd"), "utf8")).toMatch(/^keyward:[^:]*:1000:1000:/m)
    const { uid, gid, mode } = statSync(join(image.root, "data"))
    expect({ uid, gid, mode: mode & 0o777 }).toEqual({ uid: 1000, gid: 1000, mode: 0o700 })
  })

  test("refuses to start on a volume that it may not write to, and says who may not", async () => {
    mkdirSync(join(folder.path, "foreign"))
    const refused = await startContainer(image, join(folder.path, "foreign"))
    expect(await refused.process.exit).toEqual({ code: 1, signal: null })
    const message = refused.process.stderr()
    expect(message).toContain("The data folder /data cannot be used")
    expect(message).toContain("belongs to user root (0)")
    expect(message).toContain("Keyward runs as user keyward (1000). Run `chown -R keyward /data` as root")
  })

  test("becomes healthy without rights, on a read-only file system", async () => {
    mkdirSync(volume)
    chownSync(volume, 1000, 1000)
    await start()
    const [kind, ...check] = image.config.Healthcheck.Test
    expect(kind).toBe("CMD")
    expect(await container.exec(check)).toMatchObject({ code: 0, stderr: "" })
    const status = await container.exec(["cat", "/proc/1/status"])
    expect(status.stdout).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
    expect(status.stdout).toMatch(/^CapEff:\t0+$/m)
    expect(await container.exec(["touch", "/tmp/written"])).toMatchObject({ code: 1 })
  })

  test("serves the whole dashboard", () => expectWholeDashboard(container.url))

  test("serves all docs", () => expectWholeDocs(container.url))

  test("hands over its first keys, with which a key is created and verified", async () => {
    const { stdout } = await container.exec(["cat", "/data/first-start.txt"])
    rootKey = /kw_root_\w+/.exec(stdout)?.[0] ?? ""
    const { apiId } = await ask(container, "apis.createApi", { name: "Payments" }, rootKey)
    key = (await ask(container, "keys.createKey", { apiId }, rootKey)).key
    expect(await verdict()).toBe("VALID")
  })

  test("has every program that the guides and Kubernetes call in it", async () => {
    const page = readFileSync("docs/guides/container-image.md", "utf8")
    const commands = [...page.matchAll(/^docker exec (?:-e KEYWARD_KEY )?keyward (.+)$/gm)].map(([, rest = ""]) => rest)
    expect(commands.length).toBeGreaterThan(5)
    // In Docker, every container has its own port 8080.
    const variables = [`KEYWARD_URL=${container.url}`, `KEYWARD_KEY=${rootKey}`]
    for (const command of [...commands, "sleep 0"]) {
      const { code, stderr } = await container.exec(command.split(" "), variables)
      expect({ command, code, stderr }).toEqual({ command, code: 0, stderr: "" })
    }
  })

  test("stops when Docker tells it to, and keeps its volume for the next start", async () => {
    expect(await container.stop()).toEqual({ code: 0, signal: null })
    await start()
    expect(await verdict()).toBe("VALID")
    expect(await container.stop()).toEqual({ code: 0, signal: null })
  })
}
