let latest = 0

/** The server has answered at this time, so that it is later now. */
export function noteTime(time: number): void {
  if (time > latest) latest = time
}

/** The time of this computer. One that is not set says 1970, and the server would refuse to count from there. */
export function presentTime(): number {
  return Math.max(Date.now(), latest)
}
