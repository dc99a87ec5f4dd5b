/** Below this two names only share a few letters by chance. */
const MIN = 0.35

/** The names that are spelt most like one, best first: for somebody who mistyped it. */
export function nearestNames(name: string, names: readonly string[], most: number): string[] {
  const wanted = pairsOf(name)
  return names
    .map((each) => ({ each, likeness: likeness(wanted, pairsOf(each)) }))
    .filter((candidate) => candidate.likeness >= MIN)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ each }) => each)
}

/** Dice's coefficient: how many pairs of neighbouring letters two names share. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 0
  let shared = 0
  for (const pair of a) if (b.has(pair)) shared += 1
  return (2 * shared) / (a.size + b.size)
}

function pairsOf(name: string): Set<string> {
  const letters = name.toLowerCase()
  const pairs = new Set<string>()
  for (let at = 0; at + 2 <= letters.length; at += 1) pairs.add(letters.slice(at, at + 2))
  return pairs
}
