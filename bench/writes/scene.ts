import { load } from "../processes.ts"
import { processorMicros } from "../processor-time.ts"
import type { BareWriter } from "./bare-writers.ts"
import { type BareCase, type Case, type Change, workOf } from "./cases.ts"
import { createTenant, type Tenant } from "./tenant.ts"

/** The nodes of one installation, each with callers in a workspace of its own, and a bare writer beside them. */
export interface Scene {
  readonly name: string
  call(called: Case, load: Load): Promise<Rate>
  write(called: BareCase, load: Load): Promise<Rate>
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

const warmupMs = 400

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
    async write(each, { callers, durationMs }) {
      const { changes } = each
      const { length: commitsPerCall } = changes(firstOf(written))
      const before = processorMicros(process.pid)
      const perSecond = (await bare.measure(callers, durationMs, changesOf(each, written))) / commitsPerCall
      return { perSecond, micros: (processorMicros(process.pid) - before) / ((perSecond * durationMs) / 1000) }
    },
  }
}

/** Takes the tenants in turn, as their nodes would. */
function changesOf({ changes }: BareCase, tenants: readonly Tenant[]): () => Change {
  const waiting: Change[] = []
  let turn = 0
  return () => {
    if (waiting.length === 0) waiting.push(...changes(tenants[turn++ % tenants.length] ?? firstOf(tenants)))
    return waiting.pop() ?? []
  }
}

function firstOf<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error("There is no node.")
  return first
}

function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0)
}
