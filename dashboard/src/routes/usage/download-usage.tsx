import type { UsageEntry } from "@keyward/client"
import { type Used, usedRowsCsv } from "../../../../src/core/usage-rows.ts"
import type { BillPeriod } from "../../bill-period.ts"
import { useApis } from "../../parts/api-names.ts"
import { useExport } from "../../parts/use-export.ts"
import { Button } from "../../ui/button.tsx"
import { download } from "../../ui/csv.ts"
import { formatWhole } from "../../ui/format.ts"
import { Menu } from "../../ui/menu.tsx"
import { fileName } from "./file-name.ts"
import { things } from "./usage-table.tsx"
import { listInput, type UsageQuestion } from "./use-usage-rows.ts"

interface DownloadUsageProps {
  readonly question: UsageQuestion
  readonly period: BillPeriod
  readonly total: Used | undefined
  /** How many there are. */
  readonly count: number
}

const perPage = 100

/** Saves the first ten, the first hundred, or all, in the order of the page, with exact numbers. */
export function DownloadUsage({ question, period, total, count }: DownloadUsageProps) {
  const { data: apis } = useApis()
  const { dimension } = question
  const input = listInput(question, period)
  const all = useExport<UsageEntry>({
    thing: things[dimension],
    command: "keyward usage top --all --csv",
    page: (client, cursor, options) => client.usage.listUsage({ ...input, ...cursor, limit: perPage }, options),
  })
  const save = (most: number) => (rows: readonly UsageEntry[]) => {
    const text = usedRowsCsv(rows.slice(0, most), {
      dimension,
      total: total ?? { verifications: 0, credits: 0 },
      nameOfApi: (apiId) => apis?.find(({ id }) => id === apiId)?.name,
    })
    download(fileName(question, period), text, "text/csv")
  }
  if (all.count !== undefined) return <Button onClick={all.stop}>Exporting {formatWhole(all.count)} … Stop</Button>
  return (
    <Menu
      items={[
        ...[10, 100]
          .filter((most) => most === 10 || count > most)
          .map((most) => ({ label: `Top ${most}`, onSelect: () => all.run(save(most), most) })),
        { label: `All ${formatWhole(count)}`, onSelect: () => all.run(save(count)) },
      ]}
      trigger={
        <Button disabled={count === 0 || total === undefined} icon="download">
          Download CSV
        </Button>
      }
    />
  )
}
