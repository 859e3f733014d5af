import { existsSync, realpathSync } from "node:fs"
import { join } from "node:path"

/** Location of an installation: a PostgreSQL database, the folder of an embedded database, or a backup file. */
export type Location =
  | { readonly type: "postgres"; readonly url: string; readonly connections?: number }
  | { readonly type: "folder"; readonly path: string }
  | { readonly type: "backup"; readonly path: string }

export interface DatabaseSettings {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly databaseConnections?: number
}

export function configuredLocation({ databaseUrl, databaseConnections, dataDir }: DatabaseSettings): Location {
  if (databaseUrl === undefined) return { type: "folder", path: dataDir }
  if (databaseConnections === undefined) return { type: "postgres", url: databaseUrl }
  return { type: "postgres", url: databaseUrl, connections: databaseConnections }
}

export function databaseFileIn(folder: string): string {
  return join(folder, "keyward.db")
}

/** The verification log of the embedded database. */
export function logFileIn(folder: string): string {
  return join(folder, "verifications.db")
}

/** A missing PostgreSQL database is only noticed when it is opened. */
export function hasDatabase(location: Location): boolean {
  if (location.type === "postgres") return true
  return existsSync(location.type === "folder" ? databaseFileIn(location.path) : location.path)
}

/** Returns the location for messages, without user and password. */
export function describeLocation(location: Location): string {
  if (location.type !== "postgres") return location.path
  const { hostname, port, pathname } = new URL(location.url)
  return `postgres://${hostname}:${port || "5432"}${pathname}`
}

export function isSameLocation(one: Location, other: Location): boolean {
  if (one.type === "postgres" || other.type === "postgres") return describeLocation(one) === describeLocation(other)
  return existsSync(other.path) && realpathSync(one.path) === realpathSync(other.path)
}
