import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { memoryPathProblem } from './memory-path'
import { foldedName, NAMES_FILE, pathOfName, SafeNames } from './safe-names'

const nameOf = (path: string) => new SafeNames().nameOf(path)

/** The reason that Windows, macOS or Linux rejects a name of a file; null if all accept it. */
function problemOf(name: string): string | null {
  if (/[\p{Cc}<>:"|?*\\/]/u.test(name)) return 'a character'
  if (/[. ]$/.test(name)) return 'its end'
  if (/^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)/i.test(name)) return 'a device'
  if (/^\.git$/i.test(name)) return 'of git'
  if (new TextEncoder().encode(name).length > 255) return 'its length'
  return name === '' || name === '.' || name === '..' ? 'a step' : null
}

const piece = fc.oneof(
  fc.constantFrom(...':*?"<>|%.- !~'),
  fc.constantFrom('%3A', '%25', '%-', '%!', 'nul', 'CON', 'com1', '.git', 'a', 'A'),
  fc.constantFrom('ß', 'ẞ', 'ı', 'İ'),
  fc.constantFrom('ﬁ', 'q\u0301', '\u0327', 'Σ', 'ς', '배포', '🙂', 'k', '\u212a', 'x'.repeat(120)),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
)
const segment = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
const path = fc
  .array(segment, { minLength: 1, maxLength: 4 })
  .map((segments) => `/${segments.join('/')}`.normalize('NFC'))
  .filter((each) => memoryPathProblem(each) === null)

describe('a safe name', () => {
  test.each([
    ['/notes/plain name.md', 'notes/plain name.md'],
    ['/why? a "b" <c>|*:.md', 'why%3F a %22b%22 %3Cc%3E%7C%2A%3A.md'],
    ['/nul', '%6Eul'],
    ['/Con.txt', '%43on.txt'],
    ['/console', 'console'],
    ['/ends. /with.', 'ends.%20/with%2E'],
    ['/.git/config', '%2Egit/config'],
    ['/.DS_Store', '%2EDS_Store'],
    ['/100%.md', '100%.md'],
    ['/a%3Ab', 'a%253Ab'],
    [`/${NAMES_FILE}`, '%25!names.txt'],
  ])('of %s is %s', (from, to) => {
    expect(nameOf(from)).toBe(to)
    expect(pathOfName(to)).toBe(from)
  })

  test('of names that differ only in case, the second is escaped, also for folders', () => {
    const names = new SafeNames()
    expect(
      ['/README.md', '/readme.md', '/Notes/a', '/notes/a', '/notes/b'].map((each) =>
        names.nameOf(each),
      ),
    ).toEqual(['README.md', '%72eadme.md', 'Notes/a', '%6Eotes/a', '%6Eotes/b'])
  })

  test('reads back as its path, and is valid on every file system', () => {
    fc.assert(
      fc.property(path, (each) => {
        const name = nameOf(each)
        expect(pathOfName(name)).toBe(each)
        for (const part of name.split('/')) expect([part, problemOf(part)]).toEqual([part, null])
        expect(name).not.toBe(NAMES_FILE)
      }),
      { numRuns: 3000 },
    )
  })

  test('is unique to its path, also on case-insensitive file systems', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 30 }), (paths) => {
        const names = new SafeNames()
        const folded = paths.map((each) => foldedName(names.nameOf(each)))
        expect(new Set(folded).size).toBe(paths.length)
        for (const each of paths) expect(pathOfName(names.nameOf(each))).toBe(each)
      }),
      { numRuns: 1000 },
    )
  })
})
