/** Which verifiers may hold a record that depends on an id: one bit per verifier and id, in slots that are reused. */
export interface Holders {
  openSlot(): number
  /** The slot is reused once no id names it any more. */
  closeSlot(slot: number): void
  /** Notes that this verifier may hold records that depend on these ids. */
  note(ids: readonly string[], holder: Holder): void
  /** Forgets these ids, and returns those that a verifier may hold, by its slot. */
  take(ids: readonly string[]): ReadonlyMap<number, readonly string[]>
  /** Forgets all ids. */
  clear(): void
}

interface Holder {
  readonly slot: number
  readonly workspaceId: string
}

interface HoldersOptions {
  readonly maxIds: number
  /** These ids must go to make room. Called before they are forgotten. */
  onFull(ids: readonly string[]): void
}

interface HeldId {
  readonly words: Words
  readonly workspaceId: string
}

/** 32 slots each. */
type Words = number[]

/** Ids per step that frees closed slots: about half a millisecond. */
const idsPerStep = 5_000
const stepEveryMs = 10
/** Ids that go at once when there is no room, so that few messages are sent. */
const idsPerRoom = 100

export function createHolders({ maxIds, onFull }: HoldersOptions): Holders {
  const held = new Map<string, HeldId>()
  /** The ids of each workspace, those noted longest ago first. None is empty. */
  const idsOf = new Map<string, Set<string>>()
  const freeSlots: number[] = []
  let slots = 0
  let closed: number[] = []
  let isFreeing = false

  const list = (id: string, { workspaceId }: HeldId) => {
    const ids = idsOf.get(workspaceId)
    if (ids === undefined) idsOf.set(workspaceId, new Set([id]))
    else ids.add(id)
  }
  const unlist = (id: string, { workspaceId }: HeldId) => {
    const ids = idsOf.get(workspaceId)
    ids?.delete(id)
    if (ids?.size === 0) idsOf.delete(workspaceId)
  }
  const forget = (id: string, one: HeldId) => {
    held.delete(id)
    unlist(id, one)
  }

  /** Many slots close together when a load balancer restarts, so one pass over all ids frees them all. */
  const free = () => {
    isFreeing = true
    const freed = closed
    closed = []
    const mask = maskOf(freed)
    const rest = held.entries()
    const step = () => {
      for (let count = 0; count < idsPerStep; count += 1) {
        const { done, value } = rest.next()
        if (done) return finish()
        const [id, one] = value
        if (!clearBits(one.words, mask)) forget(id, one)
      }
      setTimeout(step, stepEveryMs).unref()
    }
    const finish = () => {
      freeSlots.push(...freed)
      isFreeing = false
      if (closed.length > 0) free()
    }
    setTimeout(step, stepEveryMs).unref()
  }

  /** Whoever has the most gives them up, so that keys of one workspace cost no other its records. */
  const giveUpSome = () => {
    const [largest = none] = [...idsOf.values()].sort((one, other) => other.size - one.size)
    const oldest = [...largest.values().take(idsPerRoom)]
    onFull(oldest)
    for (const id of oldest) {
      const one = held.get(id)
      if (one !== undefined) forget(id, one)
    }
  }

  return {
    openSlot() {
      const free = freeSlots.pop()
      if (free !== undefined) return free
      slots += 1
      return slots - 1
    },
    closeSlot(slot) {
      closed.push(slot)
      if (!isFreeing) free()
    },
    note(ids, { slot, workspaceId }) {
      // Before the first of them is noted, because it could be given up for the last.
      while (held.size > 0 && held.size + ids.length > maxIds) giveUpSome()
      for (const id of ids) {
        const one = held.get(id) ?? { words: [], workspaceId }
        // Listed again at the end, because the ids that most records share are also the first ones.
        unlist(id, one)
        setBit(one.words, slot)
        held.set(id, one)
        list(id, one)
      }
    },
    take(ids) {
      const bySlot = new Map<number, string[]>()
      for (const id of ids) {
        const one = held.get(id)
        if (one === undefined) continue
        forget(id, one)
        for (const slot of slotsIn(one.words)) {
          const ofSlot = bySlot.get(slot)
          if (ofSlot === undefined) bySlot.set(slot, [id])
          else ofSlot.push(id)
        }
      }
      return bySlot
    },
    clear() {
      held.clear()
      idsOf.clear()
    },
  }
}

const none: ReadonlySet<string> = new Set()

function setBit(words: Words, slot: number): void {
  const place = slot >>> 5
  while (words.length <= place) words.push(0)
  words[place] = (words[place] ?? 0) | (1 << (slot & 31))
}

/** Every bit but those of the slots. */
function maskOf(slots: readonly number[]): Words {
  const bits: Words = []
  for (const slot of slots) setBit(bits, slot)
  return bits.map((word) => ~word)
}

/** Returns false if no bit is left. */
function clearBits(words: Words, mask: Words): boolean {
  let left = 0
  for (const [place, word] of words.entries()) {
    const kept = word & (mask[place] ?? -1)
    words[place] = kept
    left |= kept
  }
  return left !== 0
}

function* slotsIn(words: Words): Generator<number> {
  for (const [place, word] of words.entries()) {
    for (let rest = word; rest !== 0; rest &= rest - 1) yield 32 * place + 31 - Math.clz32(rest & -rest)
  }
}
