/** When something happened, as the clock on the wall said: `20:41:05` today, `2027-01-31 20:41` before. */
export function clockTime(moment: number, now: number): string {
  const [date, today] = [new Date(moment), new Date(now)]
  const two = (number: number) => String(number).padStart(2, "0")
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`
  if (date.toDateString() === today.toDateString()) return `${time}:${two(date.getSeconds())}`
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`
}
