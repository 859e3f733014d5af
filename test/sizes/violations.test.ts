import { describe, expect, test } from "bun:test"
import { serveKeyward } from "../harness/serve-keyward.ts"

const keyward = serveKeyward({ engine: "sqlite" })

function post(operation: string, body: string) {
  return keyward.request(`/v2/${operation}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${keyward.rootKey}`, "Content-Type": "application/json" },
    body,
  })
}

describe("a megabyte of violations", () => {
  test("of unknown fields is reported as the first 100 and their number", async () => {
    const members = Array.from({ length: 90_000 }, (_, index) => `"m${index}":0`)
    const { status, body } = await post("apis.createApi", `{"name":"Test",${members.join(",")}}`)
    expect(status).toBe(400)
    expect(body.error.errors).toHaveLength(100)
    expect(body.error.errors[99].location).toBe("body.m99")
    expect(body.error.detail).toBe("The request has 90000 invalid fields. The first 100 are listed.")
  })

  test("in the entries of an import is reported as the first 100", async () => {
    const key = `{"hash":"","permissions":[${new Array(900).fill(1).join(",")}]}`
    const { status, body, text } = await post(
      "keys.migrateKeys",
      `{"apiId":"a","keys":[${new Array(500).fill(key).join(",")}]}`,
    )
    expect(status).toBe(400)
    expect(body.error.errors).toHaveLength(100)
    expect(body.error.errors[0].location).toBe("body.keys[0].hash")
    expect(body.error.detail).toContain("at least 901 invalid fields")
    expect(text.length).toBeLessThan(20_000)
  })

  test("in a list that is too long is one violation", async () => {
    const { status, body } = await post("keys.createKey", `{"apiId":"a","permissions":[${new Array(400_000).fill(1)}]}`)
    expect(status).toBe(400)
    expect(body.error.errors).toEqual([{ location: "body.permissions", message: "must have at most 1000 entries" }])
  })

  test("in a query is reported as the first 100", async () => {
    const parameters = Array.from({ length: 150 }, (_, index) => `m${index}=&m${index}=`).join("&")
    const { status, body } = await keyward.request(`/v1/identities.listIdentities?${parameters}`, {
      headers: { Authorization: `Bearer ${keyward.rootKey}` },
    })
    expect(status).toBe(400)
    expect(body.error.errors).toHaveLength(100)
    expect(body.error.detail).toBe("The request has 150 invalid fields. The first 100 are listed.")
  })

  test("that is one meta is one violation", async () => {
    const meta = `{"m":[${new Array(300_000).fill("[]").join(",")}]}`
    const { status, body } = await post("identities.createIdentity", `{"externalId":"e","meta":${meta}}`)
    expect(status).toBe(400)
    expect(body.error.errors).toEqual([
      { location: "body.meta", message: "must be at most 65536 bytes as compact JSON" },
    ])
  })
})
