/** Series as promtool reads them: `0+6x60` starts at 0 and adds 6, 60 times, once a minute. */
interface Scene {
  readonly at: string
  readonly series: Readonly<Record<string, string>>
}

const node = (metric: string, labels = "") => `${metric}{job="keys",instance="a"${labels && `,${labels}`}}`
const build = { [node("keyward_build_info", 'version="1"')]: "1x3000" }
const code = (name: string) => node("keyward_verifications_total", `code="${name}"`)
const status = (value: string) => node("keyward_http_requests_total", `operation="keys.verifyKey",status="${value}"`)
const folder = (metric: string) => node(metric, 'folder="data"')

const bucket = (metric: string, le: string, labels = "") =>
  node(`${metric}_bucket`, `le="${le}"${labels && `,${labels}`}`)
/** A histogram whose observations are all slow, or all fast. */
const durations = (metric: string, low: string, high: string, labels = "") => ({
  fires: {
    [bucket(metric, low, labels)]: "0x60",
    [bucket(metric, high, labels)]: "0+60x60",
    [bucket(metric, "+Inf", labels)]: "0+60x60",
  },
  quiet: {
    [bucket(metric, low, labels)]: "0+60x60",
    [bucket(metric, high, labels)]: "0+60x60",
    [bucket(metric, "+Inf", labels)]: "0+60x60",
  },
})
const verify = durations("keyward_http_request_duration_seconds", "0.01", "0.1", 'operation="keys.verifyKey"')
const lag = durations("keyward_event_loop_lag_seconds", "0.01", "0.5")
const invalidation = durations("keyward_invalidation_seconds", "0.1", "0.5")

/** For every alert, one scene in which it fires and one in which it must not. */
export const alertScenes: Readonly<Record<string, { readonly fires: Scene; readonly quiet: Scene }>> = {
  KeywardAbsent: {
    fires: { at: "10m", series: { 'up{job="other"}': "1x30" } },
    quiet: { at: "10m", series: build },
  },
  KeywardDown: {
    fires: { at: "10m", series: { [node("up")]: "1x4 0x30", [node("keyward_build_info")]: "1x4 _x30" } },
    quiet: { at: "10m", series: { 'up{job="other",instance="b"}': "0x30", ...build } },
  },
  KeywardErrors: {
    fires: { at: "20m", series: { [status("200")]: "0+100x60", [status("503")]: "0+5x60" } },
    quiet: { at: "20m", series: { [status("200")]: "0+1000x60", [status("503")]: "0+5x60" } },
  },
  KeywardVerifySlow: { fires: { at: "30m", series: verify.fires }, quiet: { at: "30m", series: verify.quiet } },
  KeywardRefusals: {
    fires: { at: "1500m", series: { [code("VALID")]: "0+1000x1600", [code("EXPIRED")]: "0+10x1470 14700+1000x100" } },
    quiet: { at: "1500m", series: { [code("VALID")]: "0+1000x1600", [code("EXPIRED")]: "0+1000x1600" } },
  },
  KeywardGuessing: {
    fires: { at: "1500m", series: { [code("NOT_FOUND")]: "0+6x1480 8880+600x100" } },
    quiet: { at: "1500m", series: { [code("NOT_FOUND")]: "0+600x1600" } },
  },
  KeywardOutOfCredits: {
    fires: { at: "40m", series: { [code("USAGE_EXCEEDED")]: "0+1x60" } },
    quiet: { at: "40m", series: { [code("USAGE_EXCEEDED")]: "7x60" } },
  },
  KeywardBusy: { fires: { at: "30m", series: lag.fires }, quiet: { at: "30m", series: lag.quiet } },
  KeywardLeaseLost: {
    fires: { at: "10m", series: { [node("keyward_lease_held")]: "1x4 0x30" } },
    quiet: { at: "10m", series: { [node("keyward_lease_held")]: "1x30" } },
  },
  KeywardBehind: {
    fires: { at: "10m", series: { [node("keyward_events_behind")]: "0x4 3x30" } },
    quiet: { at: "10m", series: { [node("keyward_events_behind")]: "0x30" } },
  },
  KeywardChangesSlow: {
    fires: { at: "30m", series: invalidation.fires },
    quiet: { at: "30m", series: invalidation.quiet },
  },
  KeywardLimiterDown: {
    fires: { at: "10m", series: { [node("keyward_limiter_up")]: "1x4 0x30" } },
    quiet: { at: "10m", series: { [node("keyward_limiter_up")]: "1x30" } },
  },
  KeywardLimitsSkipped: {
    fires: { at: "10m", series: { [node("keyward_limiter_skipped_total")]: "0x6 0+5x30" } },
    quiet: { at: "10m", series: { [node("keyward_limiter_skipped_total")]: "9x30" } },
  },
  KeywardDiskFull: {
    fires: {
      at: "30m",
      series: { [folder("keyward_disk_free_bytes")]: "5x60", [folder("keyward_disk_size_bytes")]: "100x60" },
    },
    quiet: {
      at: "30m",
      series: { [folder("keyward_disk_free_bytes")]: "50x60", [folder("keyward_disk_size_bytes")]: "100x60" },
    },
  },
  KeywardDamaged: {
    fires: { at: "5m", series: { [node("keyward_storage_damaged", 'file="database"')]: "0x2 1x10" } },
    quiet: { at: "5m", series: { [node("keyward_storage_damaged", 'file="database"')]: "0x10" } },
  },
  // The clock of promtool starts at 0, so this backup gets old after 26 hours.
  KeywardBackupOld: {
    fires: { at: "27h", series: { [node("keyward_backup_time_seconds")]: "0x2000" } },
    quiet: { at: "27h", series: { [node("keyward_backup_time_seconds")]: "0x100 6000x2000" } },
  },
  KeywardMemory: {
    fires: { at: "30m", series: { [node("process_resident_memory_bytes")]: "900000000x60", ...build } },
    // Another program uses more.
    quiet: {
      at: "30m",
      series: {
        'process_resident_memory_bytes{job="other",instance="b"}': "900000000x60",
        [node("process_resident_memory_bytes")]: "700000000x60",
        ...build,
      },
    },
  },
  KeywardRestarts: {
    fires: { at: "20m", series: { [node("process_start_time_seconds")]: "0+60x60", ...build } },
    quiet: { at: "20m", series: { [node("process_start_time_seconds")]: "60x60", ...build } },
  },
  KeywardVersionsMixed: {
    fires: { at: "90m", series: { ...build, [node("keyward_build_info", 'version="2"')]: "1x200" } },
    // Two installations, each with its own version.
    quiet: { at: "90m", series: { ...build, 'keyward_build_info{job="other",instance="b",version="2"}': "1x200" } },
  },
}
