import { afterAll, expect, test } from "bun:test"
import { createInstallation } from "./installation.ts"
import { blocksOf } from "./page.ts"
import { runPage } from "./run-page.ts"

const fence = "```"
const installation = createInstallation()

afterAll(() => installation.end())

async function failureOf(markdown: string): Promise<string> {
  return runPage(blocksOf("docs/page.md", markdown), installation).then(
    () => "",
    (error: Error) => error.message,
  )
}

test("a page is pasted in order, with what its reader has, and may show what comes out", async () => {
  const page = `
${fence}sh
API_ID=$(keyward apis create-api --name Payments --only apiId)
cd docs
${fence}

  1. In a list:

     ${fence}sh
     keyward apis get-api --api-id $API_ID
     pwd | sed 's/.*\\///'
     ${fence}

     ${fence}text
     name  Payments
     id    api_1CeGXWUoiGrkJ5v2n3YvQb
     …
     docs
     ${fence}

${fence}sh
curl -s -X POST $KEYWARD_URL/v2/apis.listApis -H "Authorization: Bearer $KEYWARD_KEY"
${fence}

${fence}json
{ "data": [{ "name": "Payments" }] }
${fence}
`
  expect(await failureOf(page)).toBe("")
})

test("the failure names page, line, block and what was printed", async () => {
  const page = `# A page

${fence}sh
echo fine
${fence}

${fence}sh
echo before
keyward apis get-api --api-id api_unknown
echo after
${fence}
`
  const failure = await failureOf(page)
  expect(failure).toStartWith("docs/page.md:7: this block ended with code 3 and printed:\nbefore\nNot Found (404)")
  expect(failure).not.toContain("after\nThe block")
  expect(failure).toContain("The block:\necho before\n")
})

test.each([
  ["a variable that nobody has set", "echo $NOBODY_SET_THIS", /NOBODY_SET_THIS: (parameter not set|unbound variable)/],
  [
    "something that the reader cannot know",
    "keyward apis get-api --api-id api_...",
    /nobody says what to put for api_\.\.\./,
  ],
])("%s is a failure", async (_what, lines, message) => {
  expect(await failureOf(`${fence}sh\n${lines}\n${fence}\n`)).toMatch(message)
})

test("output that is not what the page shows is a failure, told with both", async () => {
  const failure = await failureOf(`${fence}sh\necho one\n${fence}\n\nIt says:\n\n${fence}text\ntwo\n${fence}\n`)
  expect(failure).toBe("docs/page.md:7 shows\ntwo\n\nbut docs/page.md:1 printed\none\n")
})

test("a program of the page may go on running, on the ports that the page names", async () => {
  const serving = `node -e 'require("http").createServer((_, out) => out.end("served\\n")).listen(process.env.PORT)'`
  const page = `${fence}sh background\n${serving}\n${fence}\n\n${fence}sh\ncurl -s http://localhost:3000\n${fence}\n\n${fence}text\nserved\n${fence}\n`
  expect(await failureOf(page)).toBe("")
  const early = await failureOf(`${fence}sh background\necho sorry\n${fence}\n`)
  expect(early).toStartWith("docs/page.md:1: this block ended and printed:\nsorry\n")
})

test("pages share one Keyward and its workspace", async () => {
  const create = `${fence}sh\nkeyward apis create Shared --only apiId\n${fence}\n`
  const list = `${fence}sh\nkeyward apis list --search Shared --only name\nls data/keyward.db\n${fence}\n\n${fence}text\nShared\ndata/keyward.db\n${fence}\n`
  expect(await failureOf(create)).toBe("")
  expect(await failureOf(list)).toBe("")
})
