import { describe, expect, test } from "bun:test"
import { namesIn } from "./names.ts"
import { blocksIn, blocksOf, isCommand, pages, placeOf } from "./page.ts"

describe("names of a page", () => {
  test("are found in its commands", () => {
    const page = `\`\`\`sh
API_ID=$(keyward apis create Payments --only apiId)
keyward apis create 'Payments, live'
keyward roles create editor --permissions a.read,a.write
keyward root-keys create --permissions api.$API_ID.create_key,api.$API_ID.read_key
keyward keys create $API_ID --external-id user_1 --roles editor,reader --idempotency-key order-1
keyward keys verify --permissions 'a.read and (b.write or c.admin)'
curl -d "{\\"key\\":\\"$KEY\\",\\"permissions\\":\\"d.read\\"}" -d '{"externalId":"user_2"}'
keyward ratelimits check sign-in 203.0.113.7
\`\`\`
`
    expect([...namesIn(blocksOf("docs/page.md", page))].sort()).toEqual([
      "API Payments",
      "API Payments, live",
      "customer user_1",
      "customer user_2",
      "idempotency key order-1",
      "namespace sign-in",
      "permission a.read",
      "permission a.write",
      "permission b.write",
      "permission c.admin",
      "permission d.read",
      "role editor",
      "role reader",
    ])
  })

  // A reader follows several pages with one workspace, so a name that two pages use holds what the other page left.
  test("are its own", () => {
    const owners = new Map<string, string[]>()
    for (const page of pages()) {
      for (const name of namesIn(blocksIn(page))) owners.set(name, [...(owners.get(name) ?? []), page])
    }
    expect(owners.size).toBeGreaterThan(30)
    expect([...owners].filter(([, users]) => users.length > 1)).toEqual([])
  })
})

test("no command touches the dot files of the reader", () => {
  const commands = pages().flatMap((page) => blocksIn(page).filter(isCommand))
  expect(commands.filter(({ text }) => /(~|\$HOME|\$\{HOME\})\//.test(text)).map(placeOf)).toEqual([])
})
