import type { StoredFile } from "../../storage/port/damage.ts"
import { family, gauge, sample } from "./prometheus.ts"

interface DamageFacts {
  /** The files that this server uses. */
  readonly files: readonly StoredFile[]
  isDamaged(file: StoredFile): boolean
  checkedAt(): number | undefined
}

export function damageText({ files, isDamaged, checkedAt }: DamageFacts): string {
  const name = "keyward_storage_damaged"
  const help = "1 if a damaged part was found since the start, by the daily check or by a request."
  const samples = files.map((file) => sample(name, isDamaged(file) ? 1 : 0, { file }))
  return family({ name, type: "gauge", help }, samples) + checkText(checkedAt())
}

function checkText(checkedAt: number | undefined): string {
  if (checkedAt === undefined) return ""
  const help = "When the files of the database were last read to the end, in Unix seconds."
  return gauge("keyward_storage_check_time_seconds", help, checkedAt / 1000)
}
