import type { UsageGetVerificationsOutput, WorkspaceWithCounts } from "@keyward/client"
import { Sparkline } from "../../parts/usage/sparkline.tsx"
import { Change, Tile, TileRow, toneClass } from "../../parts/usage/tile.tsx"
import { Count } from "../../ui/count.tsx"
import { counted, formatPercent } from "../../ui/format.ts"
import { sumOf } from "../../ui/sum.ts"

interface TilesProps {
  readonly usage: UsageGetVerificationsOutput | undefined
  /** The same length of time before. */
  readonly before: UsageGetVerificationsOutput | undefined
  readonly counts: WorkspaceWithCounts["counts"] | undefined
}

/** The numbers of the workspace at a glance. */
export function Tiles({ usage, before, counts }: TilesProps) {
  const totals = usage && sums(usage, () => true, "counts")
  const accepted = usage && acceptedPart(usage)
  const acceptedBefore = before && acceptedPart(before)
  return (
    <TileRow>
      <Tile
        graph={totals && <Sparkline counts={thinned(totals)} label="Verifications over time" width={72} />}
        name="Verifications"
        note={usage && before && <Change from={before.total} to={usage.total} />}
        value={usage && <Count value={usage.total} />}
      />
      <Tile
        name="Accepted"
        note={<AcceptedChange before={acceptedBefore} now={accepted} />}
        value={accepted === undefined ? usage && "–" : formatPercent(accepted)}
      />
      <Tile
        name="Keys"
        note={counts && `in ${counted(counts.apis, "API")}`}
        value={counts && <Count value={counts.keys} />}
      />
      <Tile name="Customers" note="in this workspace" value={counts && <Count value={counts.identities} />} />
      <Tile
        graph={
          usage &&
          usage.credits > 0 && (
            <Sparkline counts={thinned(sums(usage, () => true, "creditCounts"))} label="Credits over time" width={72} />
          )
        }
        name="Credits spent"
        note={usage && before && <Change from={before.credits} to={usage.credits} />}
        value={usage && <Count value={usage.credits} />}
      />
    </TileRow>
  )
}

function AcceptedChange({ now, before }: { readonly now: number | undefined; readonly before: number | undefined }) {
  if (now === undefined || before === undefined) return null
  const points = (now - before) * 100
  if (Math.abs(points) < 0.005) return <>as in the previous period</>
  return (
    <span className={toneClass(points > 0)}>
      {`${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(Math.abs(points) < 1 ? 2 : 1)} points vs previous period`}
    </span>
  )
}

function acceptedPart({ groups, total }: UsageGetVerificationsOutput): number | undefined {
  if (total === 0) return undefined
  return (groups.find(({ code }) => code === "VALID")?.total ?? 0) / total
}

type Group = UsageGetVerificationsOutput["groups"][number]

function sums(
  { times, groups }: UsageGetVerificationsOutput,
  isCounted: (group: Group) => boolean,
  field: "counts" | "creditCounts",
): readonly number[] {
  const counted = groups.filter(isCounted)
  return times.map((_, index) => counted.reduce((sum, group) => sum + (group[field][index] ?? 0), 0))
}

/** At most two dozen bars have room. */
function thinned(counts: readonly number[]): readonly number[] {
  const size = Math.ceil(counts.length / 24)
  return Array.from({ length: Math.ceil(counts.length / size) }, (_, index) =>
    sumOf(counts.slice(index * size, (index + 1) * size)),
  )
}
