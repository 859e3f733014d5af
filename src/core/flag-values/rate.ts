import { durationIn, durationText } from "./duration.ts"

/** A number of requests per duration in milliseconds. */
export interface Rate {
  readonly limit: number
  readonly duration: number
}

/** `100/1m`, or `100/minute` with the same meaning. */
export function rateIn(text: string): Rate | undefined {
  const [, limit, per = ""] = /^(\d{1,15})\/(.+)$/.exec(text) ?? []
  const duration = durationIn(per) ?? durationIn(`1${per}`)
  return limit === undefined || duration === undefined ? undefined : { limit: Number(limit), duration }
}

export function rateText({ limit, duration }: Rate): string {
  return `${limit}/${durationText(duration)}`
}

export interface StoredLimit extends Rate {
  readonly name: string
  /** True if the limit also applies to verifications that do not name it. */
  readonly autoApply: boolean
}

/** `requests=100/1m`, or `requests=100/1m,named` for a limit that applies only if it is named. */
export function storedLimitIn(text: string): StoredLimit | undefined {
  const [, name, rate = "", named] = /^([^=]+)=([^,]+)(,named)?$/.exec(text) ?? []
  const read = rateIn(rate)
  return name === undefined || read === undefined ? undefined : { name, ...read, autoApply: named === undefined }
}

export function storedLimitText({ name, autoApply, ...rate }: StoredLimit): string {
  return `${name}=${rateText(rate)}${autoApply ? "" : ",named"}`
}

export interface RequestedLimit extends Partial<Rate> {
  readonly name: string
  readonly cost?: number
}

/** `tokens`, `tokens:5` for a cost of 5, or `requests=100/1m` for a limit that is not stored. */
export function requestedLimitIn(text: string): RequestedLimit | undefined {
  const [, name, rate, cost] = /^([^=:]+)(?:=([^:]+))?(?::(\d{1,15}))?$/.exec(text) ?? []
  const own = rate === undefined ? {} : rateIn(rate)
  if (name === undefined || own === undefined) return undefined
  return { name, ...own, ...(cost !== undefined && { cost: Number(cost) }) }
}
