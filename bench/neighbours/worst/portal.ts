import type { Scene } from "../scene.ts"
import type { WorstRequests } from "../worst-request.ts"

/** The most that a portal can hold: 20 APIs, 50 permissions, two images, and texts. */
async function largestPortal({ call, longPermissions }: Scene) {
  const slugs = (await longPermissions()).slice(0, 50)
  const apis: string[] = []
  for (let index = 0; index < 20; index += 1) apis.push((await call("apis.createApi", { name: `${index}` })).apiId)
  const logo = `data:image/png;base64,${Buffer.concat([png, Buffer.alloc(32_000)]).toString("base64")}`
  return {
    enabled: true,
    apis,
    actions: ["create", "rename", "restrict", "rotate", "revoke", "usage", "refusals"],
    permissions: slugs.map((slug) => ({ slug, title: "t".repeat(64) })),
    ...{ logo, logoDark: logo },
    texts: { de: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`t${index}`, "x".repeat(1_000)])) },
  }
}

const png = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")

async function configure(scene: Scene): Promise<void> {
  await scene.call("portal.updatePortal", await largestPortal(scene))
}

/** As many sessions as one customer may have. */
async function openMany(scene: Scene, externalId: string): Promise<void> {
  for (let index = 0; index < 100; index += 1) await scene.call("portal.createSession", { externalId })
}

export const worstOfPortal: WorstRequests = {
  "portal.updatePortal": [
    {
      what: "20 APIs, 50 permissions, two images and texts",
      async prepare(scene) {
        const largest = await largestPortal(scene)
        return (round) => ({ body: { ...largest, name: `portal ${round}` } })
      },
    },
  ],
  "portal.getPortal": [
    {
      what: "20 APIs, 50 permissions, two images and texts",
      async prepare(scene) {
        await configure(scene)
        return () => ({ body: {} })
      },
    },
  ],
  "portal.createSession": [
    {
      what: "the oldest of 100 sessions ends",
      async prepare(scene) {
        await configure(scene)
        await openMany(scene, "busy")
        return () => ({ body: { externalId: "busy", customer: "c".repeat(128), actor: "a".repeat(128) } })
      },
    },
  ],
  "portal.listSessions": [
    {
      what: "100 of one customer",
      async prepare(scene) {
        await configure(scene)
        await openMany(scene, "listed")
        return () => ({ body: { identity: "listed", limit: 100 } })
      },
    },
  ],
  "portal.revokeSessions": [
    {
      what: "100 of one customer",
      atMost: 1,
      async prepare(scene) {
        await configure(scene)
        await openMany(scene, "revoked")
        return () => ({ body: { identity: "revoked" } })
      },
    },
  ],
}
