const width = 96
const height = 28
const edge = 4

/** How a figure came to be what it is: a line of its last values, the present one as a dot. Nothing where there is no past. */
export const Sparkline = ({ of }: { readonly of: readonly number[] }) => {
  const first = of.findIndex((value) => value !== 0)
  const values = first < 0 ? [] : of.slice(first)
  if (values.length < 3) return null
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const points = values.map((value, n) => [
    edge + (n * (width - 2 * edge)) / (values.length - 1),
    height - edge - ((value - low) * (height - 2 * edge)) / (high - low || 1),
  ])
  const [x, y] = points.at(-1)!
  return (
    <svg className="sparkline" viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden>
      <polyline points={points.map((point) => point.map((each) => each.toFixed(1)).join(",")).join(" ")} />
      <circle cx={x} cy={y} r={3} />
    </svg>
  )
}
