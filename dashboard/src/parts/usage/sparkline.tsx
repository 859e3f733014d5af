import css from "./sparkline.module.css"

interface SparklineProps {
  readonly counts: readonly number[]
  readonly width?: number
  readonly height?: number
  readonly label: string
}

/** A small bar for each interval. Its label says in words what it shows. */
export function Sparkline({ counts, width = 96, height = 22, label }: SparklineProps) {
  const largest = Math.max(1, ...counts)
  const step = width / Math.max(1, counts.length)
  const barOf = (count: number, index: number) => {
    const bar = count === 0 ? 1 : (count / largest) * height
    return `M${index * step} ${height}v${-bar}h${Math.max(1, step - 1)}v${bar}z`
  }
  const bars = (isShown: (count: number) => boolean) =>
    counts.map((count, index) => (isShown(count) ? barOf(count, index) : "")).join("")
  return (
    <svg
      aria-label={label}
      className={css.sparkline}
      height={height}
      role="img"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
    >
      <title>{label}</title>
      {/* Two paths, because a table with a shape per bar takes twice as long to appear. */}
      <path d={bars((count) => count > 0)} />
      <path d={bars((count) => count === 0)} opacity={0.25} />
    </svg>
  )
}
