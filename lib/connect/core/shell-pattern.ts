/**
 * Patterns of a shell that name files: `*`, `?` and `[ab]` within a name, which leave hidden files out
 * unless they begin with a dot, and `**` as a whole name for any folders, as shells have it that know
 * it. A backslash takes the meaning from the character after it. Matching never takes longer than the
 * product of both lengths, whatever is asked.
 */

/** Characters that make a text a pattern; `{` does too, but stands for several texts. */
const SPECIAL = /[*?[]/

/** Returns whether a text stands for names that are not known here. */
export function isShellPattern(text: string): boolean {
  return SPECIAL.test(text.replaceAll(/\\./gs, ''))
}

/** A plain text as a part of a pattern that means it. */
export function asShellPattern(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, '\\$&')
}

/** Returns the text that all names of a pattern begin with. */
export function plainBeginningOf(pattern: string): string {
  return (/^(?:[^\\*?[]|\\.)*/s.exec(pattern)?.[0] ?? '').replaceAll(/\\(.)/gs, '$1')
}

/**
 * Tells whether a pattern, an absolute path, names a file or a folder around it. Null: the pattern
 * cannot be understood.
 */
export function shellPattern(pattern: string): ((file: string) => boolean) | null {
  const wanted: Wanted[] = []
  for (const part of namesIn(pattern)) {
    const name = part === '**' ? null : lettersOf(part)
    if (name === undefined) return null
    wanted.push(name)
  }
  return (file) => namesMatch(wanted, namesIn(file))
}

const namesIn = (text: string) => text.split('/').filter((name) => name !== '' && name !== '.')

/** A character of a name; null: any number of them. */
type Letter = ((character: string) => boolean) | null

interface Name {
  letters: readonly Letter[]
  /** whether it names files that are hidden */
  isHidden: boolean
}

/** A name of a pattern; null: any number of folders. */
type Wanted = Name | null

/** Undefined: it cannot be understood. */
function lettersOf(name: string): Name | undefined {
  const letters: Letter[] = []
  for (let at = 0; at < name.length; at++) {
    const character = name.charAt(at)
    if (character === '*') letters.push(null)
    else if (character === '?') letters.push(() => true)
    else if (character === '[') {
      const set = /^\[([!^]?)(\]?[^\]\\[:]*)\]/.exec(name.slice(at))
      if (!set) return undefined
      const [whole, negation, members = ''] = set
      const isIn = inSet(members)
      letters.push(negation === '' ? isIn : (each) => !isIn(each))
      at += whole.length - 1
    } else {
      const plain = character === '\\' ? name.charAt(++at) : character
      letters.push((each) => each === plain)
    }
  }
  return { letters, isHidden: name.startsWith('.') || name.startsWith('\\.') }
}

/** `a-z` are all between the two. */
function inSet(members: string): (character: string) => boolean {
  const ranges = [...members.matchAll(/(.)-(.)|(.)/gs)].map(([, from, to, one = '']) => ({
    from: from ?? one,
    to: to ?? one,
  }))
  return (character) => ranges.some(({ from, to }) => from <= character && character <= to)
}

/** By rows of a table: whether the pattern names the first names of the file, or all of them. */
function namesMatch(wanted: readonly Wanted[], names: readonly string[]): boolean {
  let row = [true, ...names.map(() => false)]
  for (const name of wanted) {
    const next = [name === null && row[0] === true]
    for (const [index, each] of names.entries()) {
      next.push(
        name === null
          ? row[index + 1] === true || (next[index] === true && !each.startsWith('.'))
          : row[index] === true && nameMatches(name, each),
      )
    }
    row = next
  }
  return row.includes(true)
}

/** Goes back to the last star only, so the time is the product of the lengths. */
function nameMatches({ letters, isHidden }: Name, name: string): boolean {
  if (name.startsWith('.') && !isHidden) return false
  let at = 0
  let star = -1
  let resumed = 0
  let place = 0
  while (place < name.length) {
    const wanted = letters[at]
    if (wanted === null) {
      star = at++
      resumed = place
    } else if (wanted?.(name.charAt(place))) {
      at++
      place++
    } else if (star !== -1) {
      at = star + 1
      place = ++resumed
    } else {
      return false
    }
  }
  while (letters[at] === null) at++
  return at === letters.length
}
