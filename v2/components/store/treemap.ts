/** A rectangle in per cent of the one around it. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/**
 * Divides a rectangle among weights, each its share of the area, as nearly square as they get when
 * laid row by row (Bruls, Huizing, van Wijk: Squarified Treemaps). `ratio` is the width of the
 * rectangle by its height. Areas are in the order of the weights; those of weight 0 are empty.
 */
export function treemap(weights: readonly number[], ratio: number): Area[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const areas: Area[] = weights.map(() => ({ left: 0, top: 0, width: 0, height: 0 }))
  if (total === 0) return areas
  const order = weights
    .map((weight, index) => ({ index, size: (weight / total) * ratio }))
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size)
  let rest: Area = { left: 0, top: 0, width: ratio, height: 1 }
  for (let from = 0; from < order.length;) {
    const row = nextRow(order.slice(from), Math.min(rest.width, rest.height))
    rest = layRow(row, rest, (index, area) => (areas[index] = inPercent(area, ratio)))
    from += row.length
  }
  return areas
}

interface Weighed {
  index: number
  size: number
}

/** Takes as many items as make the row's worst side ratio no worse. */
function nextRow(rest: readonly Weighed[], side: number): Weighed[] {
  let sum = 0
  let worst = Infinity
  for (const [count, { size }] of rest.entries()) {
    sum += size
    // Sorted: the first is the largest of the row, this one the smallest.
    const largest = rest[0]?.size ?? size
    const next = Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * size))
    if (next > worst) return rest.slice(0, count)
    worst = next
  }
  return [...rest]
}

/** Lays a row along the shorter side, and gives what is left beside it. */
function layRow(
  row: readonly Weighed[],
  rest: Area,
  place: (index: number, area: Area) => void,
): Area {
  const sum = row.reduce((all, { size }) => all + size, 0)
  const isColumn = rest.width >= rest.height
  const side = isColumn ? rest.height : rest.width
  const depth = side === 0 ? 0 : Math.min(sum / side, isColumn ? rest.width : rest.height)
  let offset = 0
  for (const { index, size } of row) {
    const length = (size / sum) * side
    place(
      index,
      isColumn
        ? { left: rest.left, top: rest.top + offset, width: depth, height: length }
        : { left: rest.left + offset, top: rest.top, width: length, height: depth },
    )
    offset += length
  }
  return isColumn
    ? { ...rest, left: rest.left + depth, width: rest.width - depth }
    : { ...rest, top: rest.top + depth, height: rest.height - depth }
}

function inPercent({ left, top, width, height }: Area, ratio: number): Area {
  return {
    left: (100 * left) / ratio,
    top: 100 * top,
    width: (100 * width) / ratio,
    height: 100 * height,
  }
}
