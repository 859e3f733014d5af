/** Equal uses of a key that are not stored yet. */
export interface UseCounter {
  /** The collection that it belongs to, which is stored as a whole. */
  readonly collection: number
  /** The minute or hour of the uses. */
  readonly time: number
  count: number
  /** What the uses spent. */
  credits: number
  /** Time of the last verification with the code VALID. */
  usedAt: number
}
