const IGNORED = /\p{Default_Ignorable_Code_Point}/gu
const ASCII = /^[\0-\x7f]*$/

/**
 * A name as file systems compare it that ignore case and spellings in Unicode (APFS, NTFS, ext4 with
 * `casefold`): two names that may be one file there are equal here. It is compared, never shown or
 * written.
 */
export function foldedName(name: string): string {
  if (ASCII.test(name)) return name.toLowerCase()
  const plain = name.normalize('NFKC').replace(IGNORED, '')
  // By way of upper case `ß` and `SS` are one, and so are the three sigmas; `ẞ` needs its small form first.
  return plain.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC')
}

/** A path whose names are folded each. */
export function foldedPath(path: string): string {
  return path.split('/').map(foldedName).join('/')
}
