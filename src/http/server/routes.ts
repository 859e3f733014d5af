import { type Fault, fault } from "../../contract/errors.ts"
import { nearest } from "../../core/nearest.ts"
import type { Operation } from "../../operations/operation.ts"
import type { RequestContext } from "../request/request-context.ts"
import type { ResponseParts } from "../request/response.ts"

/** A path that needs no authentication. */
export interface Page {
  /** The name in logs and metrics; several pages may share one. */
  readonly name: string
  /** An exact path, or a prefix that ends in `/*`. */
  readonly path: string
  serve(request: Request, requestId: string, context: RequestContext): Promise<ResponseParts>
}

export type Target = OperationTarget | { readonly type: "page"; readonly page: Page } | GatewayTarget

/** The question of a gateway, which may have any method. */
interface GatewayTarget {
  readonly type: "gateway"
}

export interface OperationTarget {
  readonly type: "operation"
  readonly operation: Operation
  readonly takes: "body" | "query"
}

export interface Routes {
  /** Throws 404 for an unknown path and 405 for an unsupported method. HEAD works where GET works. */
  find(method: string, path: string): Target
  /** All paths that support POST. */
  readonly posts: readonly (readonly [path: string, target: Target])[]
}

/** At the paths of a gateway, every method is the same question. */
export function createRoutes(
  operations: readonly Operation[],
  pages: readonly Page[],
  gatewayPaths: readonly string[] = [],
): Routes {
  const byPath = new Map<string, Map<string, Target>>()
  const add = (method: string, path: string, target: Target) => {
    const methods = byPath.get(path) ?? new Map<string, Target>()
    byPath.set(path, methods.set(method, target))
    if (method === "GET") methods.set("HEAD", target)
  }
  for (const operation of operations) {
    for (const { method, path } of routesOf(operation)) {
      add(method, path, { type: "operation", operation, takes: method === "GET" ? "query" : "body" })
    }
  }
  for (const page of pages) add("GET", page.path, { type: "page", page })
  for (const path of gatewayPaths) add(anyMethod, path, { type: "gateway" })

  return {
    posts: [...byPath].flatMap(([path, methods]) => {
      const target = methods.get("POST")
      return target === undefined ? [] : [[path, target] as const]
    }),
    find(method, path) {
      const methods = byPath.get(path) ?? byPath.get(prefixOf(path))
      if (methods === undefined) throw unknownPath(method, path, operations)
      const target = methods.get(method) ?? methods.get(anyMethod)
      if (target !== undefined) return target
      throw fault("application/method_not_allowed", { headers: { Allow: [...methods.keys()].join(", ") } })
    },
  }
}

const anyMethod = "*"

/** Prefixes have one segment, so that a lookup finds them too. */
function prefixOf(path: string): string {
  return `${path.slice(0, path.indexOf("/", 1) + 1)}*`
}

/** Published Unkey clients send SQL to this path, so the response names the operation that counts verifications. */
const sqlPath = "/v2/analytics.getVerifications"

function unknownPath(method: string, path: string, operations: readonly Operation[]): Fault {
  if (path !== sqlPath) return notFound(path, operations)
  if (method !== "POST") return fault("application/method_not_allowed", { headers: { Allow: "POST" } })
  const message = "is not supported: Keyward does not run SQL"
  const fix = "Call usage.getVerifications for counts over time, by key, identity, code or tag."
  const errors = [{ location: "body.query", message, fix }]
  return fault("application/invalid_input", { detail: `Keyward does not run SQL. ${fix}`, errors })
}

/** Names the nearest operation, so that a typing error is found at once. */
function notFound(path: string, operations: readonly Operation[]): Fault {
  const [, name] = /^\/v2\/([\w.]{1,40})$/.exec(path) ?? []
  const names = operations.map((operation) => operation.name)
  const meant = name === undefined ? undefined : nearest(name, names)
  if (meant === undefined) return fault("application/route_not_found")
  return fault("application/route_not_found", {
    detail: `There is no operation at this path. Did you mean /v2/${meant}?`,
  })
}

export function routesOf(operation: Operation) {
  return [{ method: "POST", path: `/v2/${operation.name}` } as const, ...(operation.also ?? [])]
}
