export interface DiskSpace {
  readonly free: number
  readonly size: number
}

const fullBytes = 1024 ** 2
const fewestBytes = 100 * 1024 ** 2
const smallestShare = 0.01

/** `full`: below 1 MiB, so that files cannot grow. `low`: below 1 % of the disk or 100 MiB, whichever is more. */
export function spaceLevel({ free, size }: DiskSpace): "enough" | "low" | "full" {
  if (free < fullBytes) return "full"
  return free < Math.max(size * smallestShare, fewestBytes) ? "low" : "enough"
}
