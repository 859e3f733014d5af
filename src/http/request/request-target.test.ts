import { expect, test } from "bun:test"
import { pathOf, queryOf } from "./request-target.ts"

test.each([
  ["http://localhost:8080/v2/apis.listApis", "/v2/apis.listApis"],
  ["http://localhost/v1/identities.listIdentities?limit=1", "/v1/identities.listIdentities"],
  ["http://localhost/", "/"],
  ["http://localhost//v2/apis.listApis", "//v2/apis.listApis"],
  ["http://localhost/a?b=/c?d", "/a"],
  ["http://[/v2/apis.listApis", "/v2/apis.listApis"],
  ["http://x:99999/v2/apis.listApis", "/v2/apis.listApis"],
  ["/v2/apis.listApis", "/v2/apis.listApis"],
  ["/v2//apis.listApis?x", "/v2//apis.listApis"],
])("the path of %s is %s", (url, path) => {
  expect(pathOf(url)).toBe(path)
})

test("finds the query wherever the path begins", () => {
  expect([...queryOf("http://[/v1/identities.listIdentities?limit=1&search=a%20b%3F")]).toEqual([
    ["limit", "1"],
    ["search", "a b?"],
  ])
  expect([...queryOf("/v1/identities.listIdentities?limit=2")]).toEqual([["limit", "2"]])
  expect([...queryOf("http://localhost/v1/identities.listIdentities")]).toEqual([])
  expect([...queryOf("/v1/identities.listIdentities??limit=2")]).toEqual([["?limit", "2"]])
})
