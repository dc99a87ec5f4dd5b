/**
 * Names of files that hold on every file system: a memory's path may have characters, words and
 * lengths that some of them refuse, understand otherwise (`\` parts folders on Windows, `nul` is a
 * device) or do not tell apart (`A` and `a`). Such names are escaped, so that the path can be read
 * back from the name alone:
 *
 * - `%5C`: a byte in UTF-8, in upper case; a `%` that could be read so is itself written `%25`
 * - `%-` at the end of a folder's name: the name goes on with that of what lies in it
 *
 * The decision is docs/decisions/0016-names-that-are-safe-everywhere.md.
 */

/** The file beside the others that says which names are escaped. No memory's name is ever this one. */
export const NAMES_FILE = '%!names.txt'

/** A name may be so long everywhere; most allow 255 bytes, some 255 UTF-16 units. */
const MAX_NAME_BYTES = 240

const CONTINUED = '%-'

/** Refused by Windows, or parting folders there; and `%` where it would be read as an escape. Paths have no control characters. */
const UNSAFE = /[<>:"|?*\\]|%(?=[0-9A-F]{2}|!)|%(?=-$)/g

/** Devices of Windows, whatever their extension, and what git takes for its own. */
const RESERVED =
  /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)|^(\.git|git~[0-9]+)$/i

const TRAILING = /[. ]$/

/** How a name is compared where case does not count. More is taken for equal than any file system does. */
export function foldedName(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFD')
}

function escaped(character: string): string {
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  )
}

/** A mark that composes with the letter before it would compose with an escape's last digit. */
const MARK_AFTER_ESCAPE = /(%[0-9A-F]{2})(\p{M}+)/gu

const withMarksEscaped = (name: string) =>
  name.replace(MARK_AFTER_ESCAPE, (_, before: string, marks: string) => before + escaped(marks))

/** A segment of a path as a name that is safe by itself. */
function safeSegment(segment: string): string {
  let name = unreserved(segment.replace(UNSAFE, escaped))
  if (TRAILING.test(name)) name = name.slice(0, -1) + escaped(name.slice(-1))
  return withMarksEscaped(name)
}

const unreserved = (name: string) =>
  RESERVED.test(name) ? escaped(name.charAt(0)) + name.slice(1) : name

const hasCase = (character: string) =>
  character.toLowerCase() !== character || character.toUpperCase() !== character

/** The ways to write a segment, the plainest first; the last is no other segment's, whatever its case. */
function* spellings(segment: string): Generator<string> {
  const plain = safeSegment(segment)
  yield plain
  const characters = [...segment]
  const first = characters.findIndex(hasCase)
  yield safeSegmentOf(characters, (_, index) => index === first)
  yield safeSegmentOf(characters, hasCase)
}

function safeSegmentOf(
  characters: readonly string[],
  isEscaped: (character: string, index: number) => boolean,
): string {
  // A private mark stands for what is escaped anyway, while the rest is looked at as one name.
  const escapes: string[] = []
  const segment = characters.map((character, index) => {
    if (!isEscaped(character, index)) return character
    escapes.push(escaped(character))
    return HELD
  })
  return withMarksEscaped(
    safeSegment(segment.join('')).replaceAll(HELD, () => escapes.shift() ?? ''),
  )
}

/** A control character, which no path has (memory-path.ts). */
const HELD = '\u0080'

/** A name as a row of names that are each short enough; joined, and without their marks, they are the name. */
function shortened(name: string): string[] {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of name) {
    const size = new TextEncoder().encode(character).length
    if (bytes + size > MAX_NAME_BYTES - CONTINUED.length) {
      parts.push(unreserved(part) + CONTINUED)
      part = ''
      bytes = 0
    }
    part += character
    bytes += size
  }
  return [...parts, unreserved(part)]
}

/** A folder of names that were given out. */
interface Folder {
  /** folded */
  taken: Set<string>
  /** the names that stand for the segments that lie in it */
  names: Map<string, Name>
}

interface Name {
  parts: string[]
  inside: Folder
}

const newFolder = (): Folder => ({ taken: new Set(), names: new Map() })

/**
 * Gives each path of a tree a name. Names are told apart also where case does not count; a path has
 * the same name each time it is asked for, and the names of what lies in a folder lie in its name's.
 */
export class SafeNames {
  private readonly root = newFolder()

  /** The safe name of a memory's path, with its slashes and without the first: `a/b%5Cc.md`. */
  nameOf(path: string): string {
    const parts: string[] = []
    let folder = this.root
    for (const segment of path.slice(1).split('/')) {
      const name = nameIn(folder, segment)
      parts.push(...name.parts)
      folder = name.inside
    }
    return parts.join('/')
  }
}

function nameIn(folder: Folder, segment: string): Name {
  const known = folder.names.get(segment)
  if (known) return known
  for (const spelling of spellings(segment)) {
    const folded = foldedName(spelling)
    if (folder.taken.has(folded)) continue
    const name = { parts: shortened(spelling), inside: newFolder() }
    folder.taken.add(folded)
    folder.names.set(segment, name)
    return name
  }
  throw new Error('two segments have one name')
}

/** The path that a safe name stands for; other names stand for themselves, with a slash before. */
export function pathOfName(name: string): string {
  const joined = name.replaceAll(`${CONTINUED}/`, '')
  const path = joined.replaceAll(/(?:%[0-9A-F]{2})+/g, (escapes) => {
    const bytes = Uint8Array.from(escapes.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return escapes
    }
  })
  return `/${path}`
}
