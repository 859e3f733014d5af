import { createKeyward, type KeywardError } from "@keyward/client"
import { runHere } from "../cli/cli.ts"
import { goDriver } from "../clients/go/case-driver.ts"
import { pythonDriver } from "../clients/python/case-driver.ts"
import type { Driver, Outcome } from "./case.ts"

/** The ways to call Keyward. All are to come to the same. */
export const drivers: Readonly<Record<string, Driver>> = {
  async "raw HTTP"({ url, key, operation, input, idempotencyKey }) {
    const response = await fetch(`${url}/v2/${operation}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${key}`,
        ...(input !== undefined && { "Content-Type": "application/json" }),
        ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
      },
      ...(input !== undefined && { body: JSON.stringify(input) }),
    })
    return fromEnvelope(await response.text())
  },

  async "the client"({ url, key, operation, input, idempotencyKey }) {
    const [resource = "", method = ""] = operation.split(".")
    const client: Readonly<Record<string, object>> = { ...createKeyward({ url, key, retries: 0 }) }
    const call: unknown = Reflect.get(client[resource] ?? {}, method)
    if (typeof call !== "function") throw new Error(`The client has no method ${operation}.`)
    const { data, error, pagination, requestId } = await call(input, { idempotencyKey })
    if (error !== undefined) return refusalOf(error)
    if (!/^req_/.test(requestId)) throw new Error("A success has its request id.")
    return { status: "200", data, ...(pagination && { pagination }) }
  },

  async "the command line"({ url, key, operation, input, idempotencyKey }) {
    const body = input === undefined ? [] : ["-"]
    const idempotency = idempotencyKey === undefined ? [] : ["--idempotency-key", idempotencyKey]
    const { code, stdout, stderr } = await runHere(["call", operation, ...body, "--json", "--yes", ...idempotency], {
      env: { KEYWARD_URL: url, KEYWARD_KEY: key },
      input: JSON.stringify(input),
    })
    if (stdout === "") throw new Error(`keyward call ${operation} ended with ${code} and said: ${stderr}`)
    const outcome = fromEnvelope(stdout)
    if ((code === 0) !== (outcome.status === "200"))
      throw new Error(`The exit code ${code} goes with ${outcome.status}.`)
    return outcome
  },

  "the Python client": pythonDriver(false),

  "the Python client in asyncio": pythonDriver(true),

  "the Go client": goDriver(),
}

function refusalOf({ status, code, detail, errors, requestId }: KeywardError): Outcome {
  if (requestId === undefined) throw new Error(`A refusal has its request id: ${detail}`)
  return { status: `${status} ${code}`, detail, violations: errors.map(({ location }) => location).sort() }
}

function fromEnvelope(text: string): Outcome {
  const { meta, data, pagination, error } = JSON.parse(text)
  if (!/^req_/.test(meta.requestId)) throw new Error("Every answer has its request id.")
  if (error === undefined) return { status: "200", data, ...(pagination && { pagination }) }
  const { status, type, detail, errors = [] } = error
  const code = type.split("/").slice(-2).join("/")
  const violations = errors.map(({ location }: { location: string }) => location).sort()
  return { status: `${status} ${code}`, detail, violations }
}
