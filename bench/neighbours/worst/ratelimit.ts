import type { WorstRequests } from "../worst-request.ts"

const identifier = "€".repeat(512)
const check = { namespace: "n".repeat(512), identifier, limit: 1_000_000_000, duration: 31_536_000_000 }

export const worstOfRatelimit: WorstRequests = {
  "ratelimit.limit": [{ what: "the longest texts", prepare: async () => () => ({ body: check }) }],
  "ratelimit.multiLimit": [
    {
      what: "100 checks in 100 new namespaces",
      prepare: async () => (round) => ({
        body: Array.from({ length: 100 }, (_, index) => ({
          ...check,
          namespace: `${round} ${index}`.padEnd(512, "n"),
        })),
      }),
    },
    {
      what: "100 checks against 1,000 patterns that nearly match",
      async prepare({ call }) {
        const namespace = "patterns"
        await call("ratelimit.limit", { ...check, namespace })
        for (let index = 0; index < 1_000; index += 1) {
          const parts = Array.from({ length: 7 }, () => "b".repeat(60))
          const pattern = { identifier: `*${parts.join("*")}${index}z*`, limit: 1, duration: 60_000 }
          await call("ratelimit.setOverride", { namespace, ...pattern })
        }
        return (round) => ({
          body: Array.from({ length: 100 }, (_, index) => ({
            ...check,
            namespace,
            identifier: `${"b".repeat(500)}${round} ${index}`,
          })),
        })
      },
    },
  ],
  "ratelimit.setOverride": [
    {
      what: "the longest texts",
      async prepare({ call }) {
        await call("ratelimit.limit", { ...check, namespace: "set" })
        return (round) => ({ body: { namespace: "set", identifier, limit: round, duration: 60_000 } })
      },
    },
  ],
  "ratelimit.getOverride": [
    {
      what: "the longest texts",
      async prepare({ call }) {
        await call("ratelimit.limit", { ...check, namespace: "get" })
        await call("ratelimit.setOverride", { namespace: "get", identifier, limit: 1, duration: 60_000 })
        return () => ({ body: { namespace: "get", identifier } })
      },
    },
  ],
  "ratelimit.listOverrides": [
    {
      what: "100 of the longest",
      async prepare({ call }) {
        await call("ratelimit.limit", { ...check, namespace: "list" })
        for (let index = 0; index < 100; index += 1) {
          const named = { namespace: "list", identifier: `${index}${identifier}`.slice(0, 512) }
          await call("ratelimit.setOverride", { ...named, limit: 1, duration: 60_000 })
        }
        return () => ({ body: { namespace: "list" } })
      },
    },
  ],
  "ratelimit.deleteOverride": [
    {
      what: "the longest texts",
      async prepare({ call }) {
        await call("ratelimit.limit", { ...check, namespace: "delete" })
        return async () => {
          await call("ratelimit.setOverride", { namespace: "delete", identifier, limit: 1, duration: 60_000 })
          return { body: { namespace: "delete", identifier } }
        }
      },
    },
  ],
  "ratelimit.listNamespaces": [
    {
      what: "100 of the longest names",
      async prepare({ call }) {
        const names = Array.from({ length: 100 }, (_, index) => `listed ${index}`.padEnd(512, "n"))
        await call(
          "ratelimit.multiLimit",
          names.map((namespace) => ({ ...check, namespace })),
        )
        return () => ({ body: { search: "listed" } })
      },
    },
  ],
  "ratelimit.deleteNamespace": [
    {
      what: "a namespace with 100 overrides",
      async prepare({ call }) {
        return async (round) => {
          const namespace = `deleted ${round}`
          await call("ratelimit.limit", { ...check, namespace })
          for (let index = 0; index < 100; index += 1) {
            await call("ratelimit.setOverride", { namespace, identifier: `${index}*`, limit: 1, duration: 60_000 })
          }
          return { body: { namespace } }
        }
      },
    },
  ],
}
