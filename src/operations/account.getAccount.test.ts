import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../../test/harness/serve-keyward.ts"
import { addPerson, inBrowser } from "../../test/people/person.ts"
import { grantsOfRole } from "../core/member-grants.ts"

describe("account.getAccount", () => {
  const keyward = serveKeyward({ engine: "sqlite" })

  test("shows the user, the workspaces and what the role allows there, disabled workspaces included", async () => {
    const own = await keyward.createWorkspace("Own")
    const person = await addPerson(keyward, { ...own, role: "developer" })
    const { workspaceId } = own
    await keyward.ok("workspaces.disableWorkspace", { workspaceId, reason: "owner_request" }, keyward.operator)
    for (const workspace of ["operator", workspaceId]) {
      expect(await keyward.ok("account.getAccount", {}, inBrowser(person, workspace))).toMatchObject({
        userId: person.userId,
        email: person.email,
        operator: false,
        hasPassword: true,
        oidcAccounts: [],
        memberships: [
          { workspaceId, name: "Own", enabled: false, role: "developer", permissions: grantsOfRole("developer") },
        ],
      })
    }
  })
})
