/**
 * The mount of a store whose name has no ASCII letter or digit, such as メモ: a lone `-` would be
 * meaningless.
 */
const NAMELESS = 'store'

/**
 * The directories below `/memories` where attached stores are mounted, in the order of the stores
 * (memory tool page, "Paths"): the name in lower case, with every run of characters other than
 * ASCII letters and digits replaced by a hyphen. The first of several equal ones is kept, the
 * others get `-2`, `-3` and so on, skipping what is another store's own name: `a, a, a-2` become
 * `a, a-3, a-2`.
 */
export function mountNames(storeNames: readonly string[]): string[] {
  const wanted = storeNames.map(mountName)
  const taken = new Set(wanted)
  return wanted.map((name, index) => {
    if (wanted.indexOf(name) === index) return name
    const free = firstFree(name, taken)
    taken.add(free)
    return free
  })
}

function mountName(storeName: string): string {
  const name = storeName.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return name === '-' || name === '' ? NAMELESS : name
}

function firstFree(name: string, taken: ReadonlySet<string>): string {
  let number = 2
  while (taken.has(`${name}-${number}`)) number++
  return `${name}-${number}`
}

/** Mount names that change, by what they become. */
export type RenamedMounts = ReadonlyMap<string, string>

/** A text that names the new mounts; a name within a longer word is another one. */
export function withRenamedMounts(text: string, renamed: RenamedMounts): string {
  const pattern = wholeNames(renamed)
  return pattern ? text.replace(pattern, (name) => renamed.get(name) ?? name) : text
}

/** Counts the mentions of these mounts in a text. */
export function countMounts(text: string, renamed: RenamedMounts): number {
  const pattern = wholeNames(renamed)
  return pattern ? [...text.matchAll(pattern)].length : 0
}

/** The longest first: `a-2` is not `a`. */
function wholeNames(renamed: RenamedMounts): RegExp | null {
  if (renamed.size === 0) return null
  const names = [...renamed.keys()].toSorted((one, other) => other.length - one.length)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{N}])`, 'gu')
}
