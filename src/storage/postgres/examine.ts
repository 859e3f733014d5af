import { SQL } from "bun"
import { StorageUnavailable } from "../port/unavailable.ts"

/** What a server reports about itself. */
export interface PostgresServer {
  /** For example `17.2`. */
  readonly version: string
  readonly major: number
  readonly isReadOnly: boolean
  readonly mayCreateTables: boolean
  readonly encoding: string
  readonly maxConnections: number
  readonly usedConnections: number
  /** Indexes of this schema that PostgreSQL does not use, as after a failed build. */
  readonly invalidIndexes: readonly string[]
  /** Undefined if the server computes no checksums of its pages. */
  readonly checksumFailures: number | undefined
  /** Clock of the server minus the clock of this machine. */
  readonly clockAheadMs: number
}

/** Only reads. Throws StorageUnavailable. */
export async function examinePostgres(url: string, now: () => number): Promise<PostgresServer> {
  const connection = { application_name: "keyward (doctor)", statement_timeout: "5000" }
  const sql = new SQL(url, { max: 1, connectionTimeout: 5, connection })
  try {
    // The first query also connects, so its duration is not used.
    await sql`select 1`
    const askedAt = now()
    const [time] = await sql`select extract(epoch from clock_timestamp()) * 1000 as clock`
    const answeredAt = now()
    const [row] = await sql`select current_setting('server_version') as version,
      current_setting('server_version_num')::int / 10000 as major,
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as read_only,
      coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
      current_setting('server_encoding') as encoding,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used_connections`
    const [health] = await sql`select
      coalesce((select json_agg(i.indexrelid::regclass::text order by 1) from pg_index as i
        join pg_class as c on c.oid = i.indexrelid
        where not (i.indisvalid and i.indisready) and c.relnamespace = current_schema()::regnamespace), '[]') as invalid,
      case when current_setting('data_checksums') = 'on' then
        (select checksum_failures from pg_stat_database where datname = current_database()) end as failures`
    return {
      version: String(row.version),
      major: Number(row.major),
      isReadOnly: row.read_only === true,
      mayCreateTables: row.may_create === true,
      encoding: String(row.encoding),
      maxConnections: Number(row.max_connections),
      usedConnections: Number(row.used_connections),
      invalidIndexes: health.invalid,
      checksumFailures: health.failures === null ? undefined : Number(health.failures),
      clockAheadMs: Number(time.clock) - (askedAt + answeredAt) / 2,
    }
  } catch (error) {
    throw new StorageUnavailable(error)
  } finally {
    await sql.close({ timeout: 0 })
  }
}
