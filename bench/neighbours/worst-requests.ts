import { Glob } from "bun"
import type { WorstRequest, WorstRequests } from "./worst-request.ts"

/** Everything that the files of worst/ export under a name such as `worstOfKeys`. */
const worstRequests: WorstRequests = Object.assign({}, ...(await exportsIn(`${import.meta.dir}/worst`)))

async function exportsIn(folder: string): Promise<readonly unknown[]> {
  const files = [...new Glob("*.ts").scanSync(folder)]
  const modules = await Promise.all(files.map((file) => import(`${folder}/${file}`)))
  return modules.flatMap((one) =>
    Object.entries(one).flatMap(([name, value]) => (name.startsWith("worstOf") ? [value] : [])),
  )
}

export interface NamedRequest extends WorstRequest {
  readonly operation: string
}

/** Throws if an operation has no worst request, or if one names no operation. */
export function worstRequestsOf(operations: readonly { readonly name: string }[]): readonly NamedRequest[] {
  const names = new Set(operations.map(({ name }) => name))
  const missing = [...names].filter((name) => (worstRequests[name] ?? []).length === 0)
  const unknown = Object.keys(worstRequests).filter((name) => !names.has(name))
  if (missing.length > 0) throw new Error(`bench/neighbours/worst has no worst request for ${missing.join(", ")}.`)
  if (unknown.length > 0) throw new Error(`bench/neighbours/worst names no operation: ${unknown.join(", ")}.`)
  return operations.flatMap(({ name }) =>
    (worstRequests[name] ?? []).map((request) => ({ ...request, operation: name })),
  )
}
