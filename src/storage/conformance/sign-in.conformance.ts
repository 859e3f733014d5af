import { describe, expect, test } from "bun:test"
import { rejection } from "../../../test/harness/rejection.ts"
import type { OidcAccount, Passkey, User } from "../../core/people.ts"
import type { Store } from "../port/store.ts"
import { mintId, newHash, time } from "./new-objects.ts"
import { change } from "./stored-objects.ts"

/** Passkeys, accounts at providers, and challenges that are used once. */
export function signInConformance(store: Store): void {
  const addUser = async (): Promise<User> => {
    const email = `${crypto.randomUUID()}@example.com`
    const user = { id: mintId("usr"), email, name: "Ada", operator: false, createdAt: time, updatedAt: null }
    await change(store, undefined, (tx) => tx.users.insert(user))
    return user
  }
  const addPasskey = async (userId: string, fields: Partial<Passkey> = {}): Promise<Passkey> => {
    const passkey: Passkey = {
      id: mintId("pk"),
      userId,
      credentialId: newHash(),
      publicKey: "key",
      counter: 0,
      transports: ["internal", "hybrid"],
      isBackedUp: false,
      name: "Läptop",
      createdAt: time,
      lastUsedAt: null,
      ...fields,
    }
    await change(store, undefined, (tx) => tx.passkeys.insert(passkey))
    return passkey
  }
  const addAccount = async (account: Omit<OidcAccount, "createdAt">): Promise<OidcAccount> => {
    const added = { ...account, createdAt: time }
    await change(store, undefined, (tx) => tx.oidcAccounts.insert(added))
    return added
  }

  describe("ways to sign in", () => {
    test("a passkey is found by its id and by the id of its credential, which is unique", async () => {
      const [one, two] = [await addUser(), await addUser()]
      const [first, second] = [await addPasskey(one.id), await addPasskey(one.id)]
      expect(await store.passkeys.find(first.id)).toEqual(first)
      expect(await store.passkeys.findByCredentialId(second.credentialId)).toEqual(second)
      expect(await store.passkeys.listOfUser(one.id)).toEqual([first, second])
      expect(await store.passkeys.listOfUser(two.id)).toEqual([])
      const { credentialId } = first
      expect(await rejection(addPasskey(two.id, { credentialId }))).toBeInstanceOf(Error)
    })

    test("the counter of a passkey rises, or stays 0", async () => {
      const { id: userId } = await addUser()
      const [counting, other] = [await addPasskey(userId, { counter: 5 }), await addPasskey(userId)]
      const use = (id: string, counter: number) =>
        change(store, undefined, (tx) => tx.passkeys.noteUse(id, { counter, isBackedUp: true, now: time + 1 }))
      for (const counter of [0, 4, 5]) expect(await use(counting.id, counter)).toBe(false)
      expect(await store.passkeys.find(counting.id)).toEqual(counting)
      expect(await use(counting.id, 6)).toBe(true)
      const used = { isBackedUp: true, lastUsedAt: time + 1 }
      expect(await store.passkeys.find(counting.id)).toEqual({ ...counting, ...used, counter: 6 })
      expect([await use(other.id, 0), await use(other.id, 0), await use(other.id, 1)]).toEqual([true, true, true])
      expect(await use(mintId("pk"), 1)).toBe(false)
    })

    test("a user has one account at a provider, and an account has one user", async () => {
      const [one, two] = [await addUser(), await addUser()]
      const [issuer, subject] = ["https://id.example.com", newHash()]
      const account = await addAccount({ issuer, subject, userId: one.id })
      const elsewhere = await addAccount({ issuer: "https://other.example.com", subject, userId: one.id })
      expect(await store.oidcAccounts.find(issuer, subject)).toEqual(account)
      expect(await store.oidcAccounts.find(issuer, newHash())).toBeUndefined()
      expect(await store.oidcAccounts.listOfUser(one.id)).toEqual([account, elsewhere])
      expect(await rejection(addAccount({ issuer, subject, userId: two.id }))).toBeInstanceOf(Error)
      expect(await rejection(addAccount({ issuer, subject: newHash(), userId: one.id }))).toBeInstanceOf(Error)
      expect(await change(store, undefined, (tx) => tx.oidcAccounts.delete(one.id, issuer))).toBe(true)
      expect(await change(store, undefined, (tx) => tx.oidcAccounts.delete(one.id, issuer))).toBe(false)
      expect(await store.oidcAccounts.listOfUser(one.id)).toEqual([elsewhere])
    })

    test("an exclusion is remembered, also if it is stored twice", async () => {
      const [one, two, other] = [newHash(), newHash(), newHash()]
      const exclude = () => change(store, undefined, (tx) => tx.oidcAccounts.exclude([one, two], time))
      const isExcluded = (...hashes: readonly string[]) =>
        change(store, undefined, (tx) => tx.oidcAccounts.isExcluded(hashes))
      expect(await isExcluded(one, two)).toBe(false)
      await exclude()
      await exclude()
      expect([await isExcluded(other, two), await isExcluded(one), await isExcluded(other)]).toEqual([
        true,
        true,
        false,
      ])
    })

    test("are deleted one by one, all at once, and with their user", async () => {
      const [one, two] = [await addUser(), await addUser()]
      const [first, second] = [await addPasskey(one.id), await addPasskey(one.id)]
      expect(await change(store, undefined, (tx) => tx.passkeys.delete(first.id))).toBe(true)
      expect(await change(store, undefined, (tx) => tx.passkeys.delete(first.id))).toBe(false)
      expect(await store.passkeys.listOfUser(one.id)).toEqual([second])
      await addAccount({ issuer: "https://id.example.com", subject: newHash(), userId: one.id })
      const deleted = await change(store, undefined, async (tx) => [
        await tx.passkeys.deleteOfUser(one.id),
        await tx.oidcAccounts.deleteOfUser(one.id),
      ])
      expect(deleted).toEqual([1, 1])
      const left = await addPasskey(two.id)
      const account = await addAccount({ issuer: "https://id.example.com", subject: newHash(), userId: two.id })
      await change(store, undefined, (tx) => tx.users.delete(two.id))
      expect(await store.passkeys.find(left.id)).toBeUndefined()
      expect(await store.oidcAccounts.find(account.issuer, account.subject)).toBeUndefined()
    })

    test("a challenge is used once until it expires", async () => {
      const hash = newHash()
      const use = () => change(store, undefined, (tx) => tx.challenges.use(hash, time + 1_000))
      expect((await Promise.all([use(), use()])).sort()).toEqual([false, true])
      await store.sessionUpkeep.deleteExpired(time + 999)
      expect(await use()).toBe(false)
      await store.sessionUpkeep.deleteExpired(time + 1_000)
      expect(await use()).toBe(true)
    })
  })
}
