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
      {counts.map((count, index) => {
        const bar = count === 0 ? 1 : Math.max(2, (count / largest) * height)
        return (
          <rect
            height={bar}
            // biome-ignore lint/suspicious/noArrayIndexKey: A bar is its place in time.
            key={index}
            opacity={count === 0 ? 0.25 : 1}
            rx={0.5}
            width={Math.max(1, step - 1)}
            x={index * step}
            y={height - bar}
          />
        )
      })}
    </svg>
  )
}
