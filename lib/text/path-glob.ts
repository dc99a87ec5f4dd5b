/**
 * Globs of paths: `*` stands for anything within a name, `?` for one character of it, `**` as a
 * whole name for any number of names. A name that a file system may take for the one that is meant
 * is meant, too: `/claude.md` by `/CLAUDE.md` (folded-path.ts). Matching never takes longer than the
 * product of both lengths, whatever is asked.
 */

/** The characters of a name. */
type Name = readonly string[]

/** A path that globs are asked about. */
export interface GlobbedPath {
  /** its names, folded */
  folded: readonly Name[]
  /** its names, of which each character is folded by itself: what `?` is one of */
  lettered: readonly Name[]
}

export function globbedPath(path: string): GlobbedPath {
  const names = path.split('/')
  return { folded: names.map(foldedCharacters), lettered: names.map(foldedLetters) }
}

const foldedCharacters = (name: string): Name => [...foldedName(name)]

const foldedLetters = (name: string): Name =>
  [...name.normalize('NFC')].map(foldedName).filter((letter) => letter !== '')

/** Tells whether a path, which begins with a slash, is one that the glob names. */
export function pathGlob(glob: string): (path: GlobbedPath) => boolean {
  const names = glob
    .split('/')
    .filter((name, index, all) => name !== '**' || all[index - 1] !== '**')
  const patterns = (charactersOf: (name: string) => Name) =>
    names.map((name): Pattern => (name === '**' ? null : charactersOf(name)))
  const folded = patterns(foldedCharacters)
  const lettered = patterns(foldedLetters)
  return (path) => namesMatch(folded, path.folded) || namesMatch(lettered, path.lettered)
}

/** A name of a glob; null: any number of names. */
type Pattern = Name | null

/** Matches by rows of a table: whether the first names of the glob match the first of the path. */
function namesMatch(wanted: readonly Pattern[], names: readonly Name[]): boolean {
  let row = [true, ...names.map(() => false)]
  for (const pattern of wanted) {
    const next = [pattern === null && row[0] === true]
    for (const [index, name] of names.entries()) {
      next.push(
        pattern === null
          ? row[index + 1] === true || next[index] === true
          : row[index] === true && nameMatches(pattern, name),
      )
    }
    row = next
  }
  return row.at(-1) === true
}

/** Backtracks to the last star only, so that the time is the product of the lengths. */
function nameMatches(pattern: Name, name: Name): boolean {
  let at = 0
  let star = -1
  let resumed = 0
  let place = 0
  while (place < name.length) {
    const wanted = pattern[at]
    if (wanted === '*') {
      star = at++
      resumed = place
    } else if (wanted !== undefined && (wanted === '?' || wanted === name[place])) {
      at++
      place++
    } else if (star !== -1) {
      at = star + 1
      place = ++resumed
    } else {
      return false
    }
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}

const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
const ASCII = /^[\0-\x7f]*$/

/**
 * A name as file systems compare it that ignore case and spellings in Unicode (APFS, NTFS, ext4 with
 * `casefold`): two names that may be one file there are equal here. It is compared, never shown or
 * written.
 */
function foldedName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  const plain = name.normalize('NFKC').replace(IGNORED, '')
  // By way of upper case `ß` and `SS` are one, and so are the three sigmas; `ẞ` needs its small form first.
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
}

/** A path whose names are folded each. */
export function foldedPath(path: string): string {
  return path.split('/').map(foldedName).join('/')
}
