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
  const hash = await passwords.hash("correct horse battery staple", "usr_1")
  expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$")
  expect(await passwords.verify("correct horse battery staple", hash)).toBe(true)
  expect(await passwords.verify("correct horse battery stable", hash)).toBe(false)
  expect(await passwords.verify("correct horse battery staple", undefined)).toBe(false)
})

test("two ways to write a letter are one password", async () => {
  using passwords = open()
  const hash = await passwords.hash("caf\u00e9 au lait 1234", "usr_1")
  expect(await passwords.verify("cafe\u0301 au lait 1234", hash)).toBe(true)
})

test("strangers wait for their turn, and more than may wait are refused", async () => {
  using passwords = open()
  const accepted = [1, 2, 3].map((number) => passwords.verify(`password number ${number}`, undefined))
  expect(() => passwords.requireRoom()).toThrow("full")
  expect(passwords.verify("one too many", undefined)).rejects.toThrow("full")
  expect(await Promise.all(accepted)).toEqual([false, false, false])
  expect(() => passwords.requireRoom()).not.toThrow()
})

/** As many strangers as may run and wait. While nothing ends, one more call is either that of an owner or refused. */
function fillWithStrangers(passwords: ReturnType<typeof open>) {
  return [1, 2, 3].map((number) => passwords.verify(`password number ${number}`, undefined))
}

test("owners do not wait for strangers", async () => {
  using passwords = open()
  const strangers = fillWithStrangers(passwords)
  const owners = ["usr_1", "usr_2"].map((owner) => passwords.hash("any password", owner))
  owners.push(passwords.hash("any password", "usr_1"))
  expect(() => passwords.requireRoom()).toThrow("full")
  expect(new Set(await Promise.all(owners)).size).toBe(3)
  await Promise.all(strangers)
})

test("an owner has two places at a time, and the places of owners have a bound", async () => {
  using passwords = open()
  const strangers = fillWithStrangers(passwords)
  const work = [passwords.hash("any password", "usr_1"), passwords.hash("any password", "usr_1")]
  expect(passwords.hash("one too many", "usr_1")).rejects.toThrow("full")
  work.push(passwords.hash("any password", "usr_2"))
  expect(passwords.hash("one too many", "usr_3")).rejects.toThrow("full")
  await Promise.all([...work, ...strangers])
  // Without strangers, more than its share of the places costs an owner only time.
  await Promise.all([1, 2, 3, 4].map(() => passwords.hash("any password", "usr_1")))
})

test("an owner who never stops waits with the strangers after thirty passwords", async () => {
  using passwords = open()
  for (let count = 0; count < 30; count += 1) await passwords.hash("any password", "usr_1")
  const strangers = fillWithStrangers(passwords)
  expect(passwords.hash("one too many", "usr_1")).rejects.toThrow("full")
  const other = passwords.hash("any password", "usr_2")
  passwords.wait(1_000)
  const later = passwords.hash("one more after a second", "usr_1")
  await Promise.all([other, later, ...strangers])
})

test("a hash that the stop of the server cuts off fails", async () => {
  using passwords = open()
  const cut = passwords.hash("nobody waits for this", "usr_1")
  passwords.close()
  expect(cut).rejects.toThrow("The server stops.")
})

test.if(process.platform === "linux")("only the passwords of a flood are hashed at the lowest priority", async () => {
  using passwords = open()
  const before = priorityOf(process.pid)
  for (let count = 0; count < 30; count += 1) await passwords.verify("any password", undefined)
  await passwords.hash("of an owner", "usr_1")
  expect(priorities()).not.toContain(19)
  passwords.wait(1_000)
  await passwords.verify("one more after a second", undefined)
  expect(priorities()).not.toContain(19)
  await passwords.verify("one too soon", undefined)
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
