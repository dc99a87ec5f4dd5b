/**
 * File names that are valid on every file system: a memory's path may have characters, words and
 * lengths that some of them reject, interpret differently (`nul` is a device) or do not distinguish
 * (`A` and `a`), and names that a seed would pass over (`isPassedOver`). Such names are escaped so
 * that the path can be read back from the name alone:
 *
 * - `%3A`: a byte in UTF-8, in upper case; a `%` that could be read as one is written `%25`
 * - `%-` at the end of a folder's name: the name continues with that of its contents
 */

/** The file that lists which names beside it are escaped. No memory ever gets this name. */
export const NAMES_FILE = '%!names.txt'

/** A length allowed everywhere; most file systems take 255 bytes, some 255 UTF-16 units. */
const MAX_NAME_BYTES = 240

const CONTINUED = '%-'

/**
 * Rejected by Windows; and `%` where it would read as an escape. Paths have no control characters
 * and no backslash.
 */
const UNSAFE = /[<>:"|?*]|%(?=[0-9A-F]{2}|!)|%(?=-$)/g

/**
 * Windows devices, whatever their extension; the name that git reserves; what systems leave behind in
 * archives.
 */
const RESERVED =
  /^(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³]) *(\.|$)|^(\.git|git~[0-9]+|__macosx|\.ds_store|thumbs\.db|desktop\.ini)$/i

const TRAILING = /[. ]$/

/** Folds a name for case-insensitive comparison. Treats more as equal than any file system does. */
export function foldedName(name: string): string {
  return name.toUpperCase().toLowerCase().normalize('NFD')
}

function escaped(character: string): string {
  const bytes = new TextEncoder().encode(character)
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  )
}

/** A combining mark after an escape would compose with the escape's last digit. */
const MARK_AFTER_ESCAPE = /(%[0-9A-F]{2})(\p{M}+)/gu

const withMarksEscaped = (name: string) =>
  name.replace(MARK_AFTER_ESCAPE, (_, before: string, marks: string) => before + escaped(marks))

/** A segment of a path as a name that is safe on its own. */
function safeSegment(segment: string): string {
  let name = unreserved(segment.replace(UNSAFE, escaped))
  if (TRAILING.test(name)) name = name.slice(0, -1) + escaped(name.slice(-1))
  return withMarksEscaped(name)
}

const unreserved = (name: string) =>
  RESERVED.test(name) ? escaped(name.charAt(0)) + name.slice(1) : name

const hasCase = (character: string) =>
  character.toLowerCase() !== character || character.toUpperCase() !== character

/** The ways to write a segment, the plainest first; the last is unique to it, whatever its case. */
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
  // A private character replaces each escaped one while the rest is checked as one name.
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

/** Splits a name into names that are each short enough; joined without their `%-`, they are the name. */
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

/** A folder of assigned names. */
interface Folder {
  /** folded */
  taken: Set<string>
  /** the name of each segment in it */
  names: Map<string, Name>
}

interface Name {
  parts: string[]
  inside: Folder
}

const newFolder = (): Folder => ({ taken: new Set(), names: new Map() })

/**
 * Assigns a name to each path of a tree. Names are distinct even without case; a path always gets
 * the same name, and the names of a folder's contents lie in the folder's own.
 */
export class SafeNames {
  private readonly root = newFolder()

  /** The safe name of a memory's path, with its slashes but without the first: `a/b%5Cc.md`. */
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

/** The path that a safe name encodes; any other name is its own path, with a leading slash. */
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

/**
 * Names of files that are nobody's memory: what editors, downloads, systems and sync services leave
 * behind. Whoever reads files passes over them and names them in one line.
 */

/** In archives and on disks alike. */
const ANYWHERE = /^(__MACOSX|\.DS_Store|Thumbs\.db|desktop\.ini)$/i

const ON_DISK =
  /^(\..*|node_modules|.*~|.*\.(bak|orig|rej|tmp|swp|swo|swx|part|partial|crdownload)|.*\.tmp\..*|#.*#|~\$.*|4913|.*___jb_(old|tmp)___|.*\.sb-[0-9a-f]{8}-\w{6}|Icon\r|@eaDir|\$RECYCLE\.BIN)$/is

/** Returns whether a file or folder of this name in an archive is passed over. */
export function isPassedOver(name: string): boolean {
  return ANYWHERE.test(name)
}

/** Returns whether a file or folder of this name on a disk is passed over. */
export function isPassedOverOnDisk(name: string): boolean {
  return ANYWHERE.test(name) || ON_DISK.test(name)
}
