import type { StoredFile } from "../../storage/port/damage.ts"
import { type Family, gauge, sample } from "./families.ts"

interface DamageFacts {
  /** The files that this server uses. */
  readonly files: readonly StoredFile[]
  isDamaged(file: StoredFile): boolean
  checkedAt(): number | undefined
}

export function damageFamilies({ files, isDamaged, checkedAt }: DamageFacts): readonly Family[] {
  const name = "keyward_storage_damaged"
  const help = "1 if a damaged part was found since the start, by the daily check or by a request."
  const samples = files.map((file) => sample(name, isDamaged(file) ? 1 : 0, { file }))
  return [{ name, type: "gauge", help, samples }, ...checkFamilies(checkedAt())]
}

function checkFamilies(checkedAt: number | undefined): readonly Family[] {
  if (checkedAt === undefined) return []
  const help = "When the files of the database were last read to the end, in Unix seconds."
  return [gauge("keyward_storage_check_time_seconds", help, checkedAt / 1000)]
}
