import { load } from "../processes.ts"
import { processorMicros } from "../processor-time.ts"
import type { BareWriter } from "./bare-writers.ts"
import { type BareCase, type Case, workOf } from "./cases.ts"
import { createTenant, type Tenant } from "./tenant.ts"

/** The nodes of one installation, each with callers in a workspace of its own, and a bare writer beside them. */
export interface Scene {
  readonly name: string
  call(called: Case, load: Load): Promise<Rate>
  write(called: BareCase, load: Load): Promise<Rate>
  /** Verifies a key at a fixed rate. Returns the p99 in milliseconds. */
  verify(durationMs: number): Promise<number>
}

export interface Load {
  readonly callers: number
  readonly durationMs: number
}

/** Calls of all callers together. */
export interface Rate {
  readonly perSecond: number
  /** Processor time per call of the nodes, or of the bare writer. A database server is not included. */
  readonly micros: number
  readonly p99?: number
  readonly refusedPerSecond?: number
}

interface Setting {
  readonly name: string
  readonly nodes: readonly { readonly port: number; readonly pid: number }[]
  readonly bare: BareWriter
}

/** Longer than the first calls of 32 callers take, because those arrive all at once. */
const warmupMs = 800

/** A small part of what one node can do, so that a queue comes from the changes. */
const verificationsPerSecond = 500

export async function openScene({ name, nodes, bare }: Setting): Promise<Scene> {
  const called = await Promise.all(nodes.map(async ({ port }) => ({ port, tenant: await createTenant(port) })))
  const written = await Promise.all(nodes.map(({ port }) => createTenant(port)))
  const processorTime = () => sum(nodes.map(({ pid }) => processorMicros(pid)))
  let turn = 0
  return {
    name,
    async call(each, { callers, durationMs }) {
      turn += 1
      const connections = Math.ceil(callers / nodes.length)
      const before = processorTime()
      const results = await Promise.all(
        called.map(({ port, tenant }) =>
          load({ ...workOf(each, tenant, turn * 1_000_000), port, connections, warmupMs, durationMs }),
        ),
      )
      const perSecond = sum(results.map((result) => result.perSecond))
      return {
        perSecond,
        // The warm-up counts too, so this assumes the same rate in it.
        micros: (processorTime() - before) / ((perSecond * (warmupMs + durationMs)) / 1000),
        p99: Math.max(...results.map(({ p99 }) => p99)),
        refusedPerSecond: sum(results.map((result) => result.refusedPerSecond)),
      }
    },
    async verify(durationMs) {
      const [node] = called
      if (node === undefined) throw new Error("There is no node.")
      const { port, tenant } = node
      const work = { path: "/v2/keys.verifyKey", bearer: tenant.rootKey, body: JSON.stringify({ key: tenant.key }) }
      const pace = { connections: 16, perSecond: verificationsPerSecond, warmupMs, durationMs }
      return (await load({ ...work, expect: "VALID", first: 0, count: 1, port, ...pace })).p99
    },
    async write({ change }, { callers, durationMs }) {
      const before = processorMicros(process.pid)
      let next = 0
      // Takes the tenants in turn, as their nodes would.
      const perSecond = await bare.measure(callers, durationMs, () => change(tenantAt(written, next++)))
      return { perSecond, micros: (processorMicros(process.pid) - before) / ((perSecond * durationMs) / 1000) }
    },
  }
}

function tenantAt(tenants: readonly Tenant[], turn: number): Tenant {
  const tenant = tenants[turn % tenants.length]
  if (tenant === undefined) throw new Error("There is no node.")
  return tenant
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0)
}
