import type { Scene } from "../scene.ts"
import { endingInArray, longName, longSlug } from "../sizes.ts"
import type { WorstRequest, WorstRequests } from "../worst-request.ts"

/** A role with the most permissions and the longest names. */
async function createLargestRole({ call, longPermissions }: Scene, name: string): Promise<string> {
  const { roleId } = await call("permissions.createRole", { name, permissions: await longPermissions() })
  return roleId
}

function ofCrowd(what: string, body: (crowd: { role: string; permission: string }) => object): WorstRequest {
  return {
    what,
    atMost: 1,
    async prepare({ createCrowd }) {
      const crowd = await createCrowd()
      return () => ({ body: body(crowd), key: crowd.rootKey })
    },
  }
}

export const worstOfPermissions: WorstRequests = {
  "permissions.createPermission": [
    {
      what: "the longest texts",
      prepare: async () => (round) => ({
        body: { slug: longSlug("created", round), name: longName, description: longName },
      }),
    },
  ],
  "permissions.getPermission": [
    {
      what: "the longest texts",
      async prepare({ longPermissions }) {
        const [permission] = await longPermissions()
        return () => ({ body: { permission } })
      },
    },
  ],
  "permissions.listPermissions": [
    {
      what: "100 of the longest",
      async prepare({ longPermissions }) {
        await longPermissions()
        return () => ({ body: {} })
      },
    },
    {
      what: "the number of keys of a crowd",
      async prepare({ sharedCrowd }) {
        const { rootKey } = await sharedCrowd()
        return () => ({ body: { countKeys: true }, key: rootKey })
      },
    },
  ],
  "permissions.deletePermission": [
    ofCrowd("a permission of a crowd", ({ permission }) => ({ permission })),
    ofCrowd("a permission of a crowd's role", () => ({ permission: "other" })),
  ],
  "permissions.createRole": [
    {
      what: "1,000 of the longest permissions",
      async prepare({ longPermissions }) {
        const permissions = await longPermissions()
        return (round) => ({ body: { name: `created ${round}`, permissions }, idempotencyKey: `${round}` })
      },
    },
    {
      what: "1,000 new permissions",
      async prepare({ createTenant }) {
        const { rootKey } = await createTenant()
        return (round) => ({
          body: { name: `new ${round}`, permissions: Array.from({ length: 1000 }, (_, n) => longSlug(`r${round}`, n)) },
          key: rootKey,
        })
      },
    },
    {
      what: "a megabyte of numbers for permissions",
      status: 400,
      prepare: async () => () => ({ body: endingInArray('{"name":"n","permissions":', "1") }),
    },
  ],
  "permissions.getRole": [
    {
      what: "1,000 of the longest permissions",
      async prepare(scene) {
        const role = await createLargestRole(scene, "read")
        return () => ({ body: { role } })
      },
    },
  ],
  "permissions.listRoles": [
    {
      what: "100 with 1,000 of the longest permissions each",
      async prepare(scene) {
        for (let index = 0; index < 100; index += 1) await createLargestRole(scene, `listed ${index}`)
        return () => ({ body: { search: "listed" } })
      },
    },
    {
      what: "the number of keys of a crowd",
      async prepare({ sharedCrowd }) {
        const { rootKey } = await sharedCrowd()
        return () => ({ body: { countKeys: true }, key: rootKey })
      },
    },
  ],
  "permissions.deleteRole": [
    ofCrowd("a role of a crowd", ({ role }) => ({ role })),
    {
      what: "1,000 of the longest permissions",
      atMost: 1,
      async prepare(scene) {
        const role = await createLargestRole(scene, "deleted")
        return () => ({ body: { role } })
      },
    },
  ],
  "permissions.updatePermission": [
    {
      what: "the longest texts, of a permission of a crowd",
      async prepare({ sharedCrowd }) {
        const { permission, rootKey } = await sharedCrowd()
        return (round) => ({ body: { permission, name: `${round}${longName}`.slice(0, 512) }, key: rootKey })
      },
    },
  ],
  "permissions.updateRole": [
    ofCrowd("a role of a crowd", ({ role }) => ({ role, name: "renamed" })),
    {
      what: "1,000 of the longest permissions",
      async prepare(scene) {
        const role = await createLargestRole(scene, "updated")
        return (round) => ({ body: { role, description: `${round}${longName}`.slice(0, 512) } })
      },
    },
  ],
  "permissions.setRolePermissions": [
    {
      what: "1,000 of the longest for 1,000 of the longest",
      async prepare(scene) {
        const role = await createLargestRole(scene, "changed")
        const permissions = await scene.longPermissions()
        return (round) => ({ body: { role, permissions: round % 2 === 0 ? permissions.slice(500) : permissions } })
      },
    },
    {
      what: "a crowd's role grows in a workspace with more than 1,000 permissions",
      async prepare({ call, sharedCrowd }) {
        const { role, rootKey } = await sharedCrowd()
        for (const word of ["a", "b"]) {
          const permissions = Array.from({ length: 1000 }, (_, index) => longSlug(word, index))
          await call("permissions.createRole", { name: word, permissions }, rootKey)
        }
        return (round) => ({
          body: { role, permissions: Array.from({ length: 900 + round }, (_, index) => longSlug("a", index)) },
          key: rootKey,
        })
      },
    },
  ],
}
