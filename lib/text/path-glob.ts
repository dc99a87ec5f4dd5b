/**
 * Globs of paths: `*` stands for anything within a name, `?` for one character of it, `**` as a
 * whole name for any number of names. Matching never takes longer than the product of both lengths,
 * whatever is asked.
 */

/** Tells whether a path, which begins with a slash, is one that the glob names. */
export function pathGlob(glob: string): (path: string) => boolean {
  const wanted = glob
    .split('/')
    .filter((name, index, all) => name !== '**' || all[index - 1] !== '**')
  return (path) => namesMatch(wanted, path.split('/'))
}

/** By rows of a table: whether the first names of the glob match the first of the path. */
function namesMatch(wanted: readonly string[], names: readonly string[]): boolean {
  let row = [true, ...names.map(() => false)]
  for (const pattern of wanted) {
    const next = [pattern === '**' && row[0] === true]
    for (const [index, name] of names.entries()) {
      next.push(
        pattern === '**'
          ? row[index + 1] === true || next[index] === true
          : row[index] === true && nameMatches(pattern, name),
      )
    }
    row = next
  }
  return row.at(-1) === true
}

/** Goes back to the last star only, so the time is the product of the lengths. */
function nameMatches(pattern: string, name: string): boolean {
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
