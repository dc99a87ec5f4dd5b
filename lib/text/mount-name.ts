/**
 * The mount of a store whose name has no ASCII letter or digit, such as メモ: a lone `-` would be
 * meaningless.
 */
const NAMELESS = 'store'

/**
 * The directories below `/memories` where attached stores are mounted, in the order of the stores
 * (memory tool page, "Paths"): the stem of the name. The first of several equal ones is kept, the
 * others get `-2`, `-3` and so on, skipping what is another store's own stem: `a, a, a-2` become
 * `a, a-3, a-2`.
 */
export function mountNames(storeNames: readonly string[]): string[] {
  const stems = storeNames.map(mountStem)
  const own = new Set(stems)
  const last = new Map<string, number>()
  return stems.map((stem) => {
    const before = last.get(stem)
    const number = before === undefined ? 1 : firstFree(stem, before + 1, own)
    last.set(stem, number)
    return number === 1 ? stem : `${stem}-${number}`
  })
}

/**
 * The name of a store as a directory, before equal ones are told apart: in lower case, with every run
 * of characters other than ASCII letters and digits replaced by a hyphen.
 */
function mountStem(storeName: string): string {
  const stem = storeName.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return stem === '-' || stem === '' ? NAMELESS : stem
}

function firstFree(stem: string, from: number, own: ReadonlySet<string>): number {
  let number = from
  while (own.has(`${stem}-${number}`)) number++
  return number
}
