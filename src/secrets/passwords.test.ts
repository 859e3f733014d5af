import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { createPasswords } from "./passwords.ts"

function open() {
  let now = 0
  const passwords = createPasswords({ maxWaiting: 2, onFull: () => new Error("full"), clock: () => now })
  const wait = (ms: number) => {
    now += ms
  }
  return { ...passwords, wait, [Symbol.dispose]: () => passwords.close() }
}

test("a password matches its own hash and no other", async () => {
  using passwords = open()
  const hash = await passwords.hash("correct horse battery staple")
  expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$")
  expect(await passwords.verify("correct horse battery staple", hash)).toBe(true)
  expect(await passwords.verify("correct horse battery stable", hash)).toBe(false)
  expect(await passwords.verify("correct horse battery staple", undefined)).toBe(false)
})

test("two ways to write a letter are one password", async () => {
  using passwords = open()
  const hash = await passwords.hash("caf\u00e9 au lait 1234")
  expect(await passwords.verify("cafe\u0301 au lait 1234", hash)).toBe(true)
})

test("hashes wait for their turn, and more than may wait are refused", async () => {
  using passwords = open()
  const accepted = [1, 2, 3].map((number) => passwords.hash(`password number ${number}`))
  expect(() => passwords.requireRoom()).toThrow("full")
  expect(passwords.hash("one too many")).rejects.toThrow("full")
  expect(new Set(await Promise.all(accepted)).size).toBe(3)
  expect(() => passwords.requireRoom()).not.toThrow()
})

test("a hash that the stop of the server cuts off fails", async () => {
  using passwords = open()
  const cut = passwords.hash("nobody waits for this")
  passwords.close()
  expect(cut).rejects.toThrow("The server stops.")
})

test.if(process.platform === "linux")("only the passwords of a flood are hashed at the lowest priority", async () => {
  using passwords = open()
  const before = priorityOf(process.pid)
  for (let count = 0; count < 30; count += 1) await passwords.hash("any password")
  expect(priorities()).not.toContain(19)
  passwords.wait(1_000)
  await passwords.hash("one more after a second")
  expect(priorities()).not.toContain(19)
  await passwords.hash("one too soon")
  expect(priorities()).toContain(19)
  expect(priorityOf(process.pid)).toBe(before)
})

/** The priority of every thread of this process. */
function priorities(): number[] {
  return readdirSync("/proc/self/task").map((id) => priorityOf(Number(id)))
}

function priorityOf(thread: number): number {
  const fields = readFileSync(`/proc/self/task/${thread}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? []
  return Number(fields[16])
}
