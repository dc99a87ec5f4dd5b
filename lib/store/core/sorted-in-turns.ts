/** What is sorted in one go. */
const RUN = 2048

/** Sorts as `toSorted` does, giving way to others as it goes (lib/turns). */
export async function sortedInTurns<Item>(
  items: readonly Item[],
  compare: (one: Item, other: Item) => number,
  giveWay: () => Promise<void>,
): Promise<Item[]> {
  let runs: Item[][] = []
  for (let from = 0; from < items.length; from += RUN) {
    runs.push(items.slice(from, from + RUN).sort(compare))
    await giveWay()
  }
  while (runs.length > 1) {
    const merged: Item[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, giveWay))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  compare: (one: Item, other: Item) => number,
  giveWay: () => Promise<void>,
): Promise<Item[]> {
  const merged: Item[] = []
  let at = 0
  for (const item of right) {
    for (let next = left[at]; next !== undefined && compare(next, item) <= 0; next = left[++at]) {
      merged.push(next)
    }
    merged.push(item)
    if (merged.length % RUN === 0) await giveWay()
  }
  for (; at < left.length; at++) {
    const next = left[at]
    if (next !== undefined) merged.push(next)
  }
  return merged
}
