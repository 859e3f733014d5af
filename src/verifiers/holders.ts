/** Which verifiers may hold a record that depends on an id: one bit per verifier and id, in slots that are reused. */
export interface Holders {
  openSlot(): number
  /** The slot is reused once no id names it any more. */
  closeSlot(slot: number): void
  /** Notes that the verifier in this slot may hold records that depend on these ids. */
  note(ids: readonly string[], slot: number): void
  /** Forgets these ids, and returns those that a verifier may hold, by its slot. */
  take(ids: readonly string[]): ReadonlyMap<number, readonly string[]>
  /** Forgets all ids. */
  clear(): void
}

interface HoldersOptions {
  readonly maxIds: number
  /** The oldest ids must go to make room. Called before they are forgotten. */
  onFull(ids: readonly string[]): void
}

/** 32 slots each. */
type Words = number[]

/** Ids per step that frees closed slots: about half a millisecond. */
const idsPerStep = 5_000
const stepEveryMs = 10
/** Ids that go at once when there is no room, so that few messages are sent. */
const idsPerRoom = 100

export function createHolders({ maxIds, onFull }: HoldersOptions): Holders {
  const holders = new Map<string, Words>()
  const freeSlots: number[] = []
  let slots = 0
  let closed: number[] = []
  let isFreeing = false

  /** Many slots close together when a load balancer restarts, so one pass over all ids frees them all. */
  const free = () => {
    isFreeing = true
    const freed = closed
    closed = []
    const mask = maskOf(freed)
    const rest = holders.entries()
    const step = () => {
      for (let count = 0; count < idsPerStep; count += 1) {
        const { done, value } = rest.next()
        if (done) return finish()
        const [id, words] = value
        if (!clearBits(words, mask)) holders.delete(id)
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

  const makeRoom = () => {
    if (holders.size < maxIds) return
    const oldest: string[] = []
    for (const id of holders.keys()) {
      oldest.push(id)
      if (oldest.length >= idsPerRoom) break
    }
    onFull(oldest)
    for (const id of oldest) holders.delete(id)
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
    note(ids, slot) {
      for (const id of ids) {
        const known = holders.get(id)
        if (known === undefined) makeRoom()
        // Put at the end, because the ids that most records share are also the first ones.
        else holders.delete(id)
        const words = known ?? []
        setBit(words, slot)
        holders.set(id, words)
      }
    },
    take(ids) {
      const bySlot = new Map<number, string[]>()
      for (const id of ids) {
        const words = holders.get(id)
        if (words === undefined) continue
        holders.delete(id)
        for (const slot of slotsIn(words)) {
          const held = bySlot.get(slot)
          if (held === undefined) bySlot.set(slot, [id])
          else held.push(id)
        }
      }
      return bySlot
    },
    clear: () => holders.clear(),
  }
}

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
