/** The plaintext of the key with this number, as the seed stores it and the load generator sends it. */
export function benchKey(number: number): string {
  return `bench_${number.toString(36).padStart(24, "0")}`
}
