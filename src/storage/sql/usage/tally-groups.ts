import type { TalliedTime } from "../../port/usage.ts"

/** What a row of a tally counts. The numbers are those of usage_names. */
export interface Tally {
  readonly scope: number
  /** 0 in the totals of the scope. */
  readonly key: number
  /** 0 without an identity. */
  readonly identity: number
  readonly outcome: string
  readonly count: number
}

export interface LabelledTally extends Tally {
  readonly label: string
}

/** Tallies that one statement adds. */
export interface TallyGroup<Counted extends Tally> extends TalliedTime {
  readonly tallies: readonly Counted[]
}

/** Groups tallies by time, and adds up equal ones, because a statement cannot change a row twice. */
export function createTallyGroups<Counted extends Tally>(labelOf: (tally: Counted) => string = () => "") {
  const groups = new Map<string, TalliedTime & { readonly byName: Map<string, Counted> }>()
  return {
    add({ hour, minute }: TalliedTime, tally: Counted): void {
      const time = `${hour}/${minute}`
      const group = groups.get(time) ?? { hour, minute, byName: new Map<string, Counted>() }
      groups.set(time, group)
      const name = `${tally.scope}/${tally.key}/${tally.identity}/${tally.outcome}/${labelOf(tally)}`
      const count = tally.count + (group.byName.get(name)?.count ?? 0)
      group.byName.set(name, { ...tally, count })
    },
    all: (): readonly TallyGroup<Counted>[] =>
      [...groups.values()].map(({ byName, ...time }) => ({ ...time, tallies: [...byName.values()] })),
  }
}
