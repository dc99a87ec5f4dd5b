import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Flag, UNKNOWN } from '@/lib/scan/flag'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { type FlagsIn, judge, type JudgedWrite } from './judge'
import { DEFAULT_RULES, onlyWatch, storedRules, type StoreRules } from './rules'

/** What rules say of a write, by flags that stand for words: `SECRET`, `INJECT`, `MAIL`. */

const WORDS: Record<string, ScanRule> = {
  SECRET: 'github_token',
  INJECT: 'instruction_override',
  MAIL: 'email_address',
}

const flagsIn: FlagsIn = ({ path, content }) => {
  const found = [path, ...content.split('\n')].flatMap((text, line) =>
    Object.entries(WORDS).flatMap(([word, rule]): Flag[] => {
      const from = text.indexOf(word)
      const at = { line, fromColumn: from, toLine: line, toColumn: from + word.length }
      return from === -1 ? [] : [{ rule, ...SCAN_RULES[rule], ...at }]
    }),
  )
  return { found, isWhole: true }
}

const rules = (more: Partial<StoreRules>): StoreRules => ({ ...DEFAULT_RULES, ...more })
const memory = (content: string, path = '/notes/a.md') => ({ path, content })
const wrote = (content: string, before: string | null = null, path?: string): JudgedWrite => ({
  before: before === null ? null : memory(before, path),
  after: memory(content, path),
})
const gone: JudgedWrite = { before: memory('a'), after: null }
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('')

describe('a write', () => {
  test('that goes on with a key whose first line stood before is judged by it', () => {
    const key = { rule: 'private_key', ...SCAN_RULES.private_key, line: 1, fromColumn: 0 } as const
    const found = [{ ...key, toLine: 2, toColumn: 3 }]
    const all: FlagsIn = () => ({ found, isWhole: true })
    const write = wrote('BEGIN\nnew', 'BEGIN\nold')
    expect(judge(rules({ secrets: 'refuse' }), write, all).action).toBe('refuse')
  })

  test.each<[string, Partial<StoreRules>, JudgedWrite, object]>([
    ['is looked at by default', {}, wrote('SECRET'), { action: 'review', reason: null }],
    [
      'waits where all do',
      { everything: 'hold' },
      wrote('a'),
      { action: 'hold', reason: { about: 'all_writes' } },
    ],
    ['lands where all do', { everything: 'land' }, wrote('a'), { action: 'land' }],
    ['with a flag does not land', { everything: 'land' }, wrote('MAIL'), { action: 'review' }],
    [
      'with an ignored flag lands',
      { everything: 'land', personalData: 'ignore' },
      wrote('MAIL'),
      { action: 'land' },
    ],
    [
      'of a path that every session reads first does not land',
      { everything: 'land' },
      wrote('a', null, '/claude.md'),
      { action: 'review' },
    ],
    ['that deletes does not land', { everything: 'land' }, gone, { action: 'review' }],
    [
      'that deletes is refused where that is',
      { deletions: 'refuse' },
      gone,
      { action: 'refuse', reason: { about: 'deletions' } },
    ],
    [
      'that empties counts as one',
      { deletions: 'hold' },
      wrote('', 'a'),
      { action: 'hold', reason: { about: 'emptied' } },
    ],
    [
      'that takes most lines away, too',
      { deletions: 'hold' },
      wrote('one two three four five six', lines(30)),
      { reason: { about: 'collapse' } },
    ],
    [
      'is judged by what it adds alone',
      { secrets: 'refuse' },
      wrote('SECRET\nmore', 'SECRET'),
      { action: 'review' },
    ],
    [
      'says what was found, and where',
      { secrets: 'refuse' },
      wrote('a\nSECRET'),
      { reason: { about: 'secrets', found: [{ rule: 'github_token', line: 2 }] } },
    ],
    [
      'is masked before it is judged',
      { secrets: 'mask' },
      wrote('a SECRET'),
      { action: 'review', masked: 'a [masked: github_token]' },
    ],
    [
      'whose path would need a mask is refused',
      { secrets: 'mask' },
      wrote('a', null, '/SECRET.md'),
      { action: 'refuse' },
    ],
    [
      'waits by a row of its path',
      { paths: [{ glob: '/notes/**', answer: 'hold' }] },
      wrote('a'),
      { action: 'hold', reason: { about: { glob: '/notes/**' } } },
    ],
    [
      'lands by a row in the place of all',
      { everything: 'hold', paths: [{ glob: '/notes/*', answer: 'land' }] },
      wrote('a'),
      { action: 'land' },
    ],
  ])('%s', (_, given, write, verdict) => {
    expect(judge(rules(given), write, flagsIn)).toMatchObject(verdict)
  })

  test('that renames lands if both paths do, and waits if one does', () => {
    const moved = { before: memory('a', '/in/a.md'), after: memory('a', '/out/a.md') }
    const to = (answer: 'land' | 'hold') =>
      judge(rules({ everything: 'review', paths: [{ glob: '/out/*', answer }] }), moved, flagsIn)
    expect(to('land').action).toBe('review')
    expect(to('hold').action).toBe('hold')
  })

  test('that is not known waits where an answer would keep it out, and never lands', () => {
    const unknown = (given: Partial<StoreRules>) => judge(rules(given), wrote('a'), () => UNKNOWN)
    expect(unknown({ secrets: 'mask' })).toMatchObject({
      action: 'hold',
      reason: { isUnscanned: true },
    })
    expect(unknown({ everything: 'land' }).action).toBe('review')
  })

  test('waits where the rules cannot be read', () => {
    expect(storedRules({ everything: 'whatever' })).toBeNull()
    expect(judge(null, wrote('a'), flagsIn)).toMatchObject({
      action: 'hold',
      reason: { about: 'unreadable' },
    })
  })

  test('that a person allowed is only masked or refused', () => {
    const allowed = (given: Partial<StoreRules>) =>
      judge(rules(given), wrote('SECRET'), flagsIn, { isAllowed: true })
    expect(allowed({ everything: 'hold', secrets: 'hold' }).action).toBe('land')
    expect(allowed({ secrets: 'refuse' }).action).toBe('refuse')
    expect(allowed({ secrets: 'mask' }).masked).toBe('[masked: github_token]')
  })
})

const anyRules = fc.record({
  everything: fc.constantFrom('review', 'hold', 'land'),
  secrets: fc.constantFrom('flag', 'mask', 'hold', 'refuse'),
  personalData: fc.constantFrom('flag', 'ignore', 'mask', 'hold'),
  instructions: fc.constantFrom('flag', 'hold', 'refuse'),
  deletions: fc.constantFrom('review', 'hold', 'refuse'),
  paths: fc.array(
    fc.record({
      glob: fc.constantFrom('/**', '/notes/*', '/x'),
      answer: fc.constantFrom('land', 'hold', 'refuse'),
    }),
    { maxLength: 4 },
  ),
}) as fc.Arbitrary<StoreRules>
const anyWrite = fc.constantFrom(
  gone,
  ...['a', 'SECRET', 'INJECT', 'MAIL SECRET'].map((text) => wrote(text, 'b')),
)
const strictness = (action: string) => ['land', 'review', 'hold', 'refuse'].indexOf(action)

describe('whatever the rules', () => {
  test('their order says nothing, and one row more never frees', () => {
    fc.assert(
      fc.property(anyRules, anyWrite, (given, write) => {
        const verdict = judge(given, write, flagsIn)
        const turned = { ...given, paths: given.paths.toReversed() }
        expect(judge(turned, write, flagsIn).action).toBe(verdict.action)
        const more = { ...given, paths: [...given.paths, { glob: '/**', answer: 'hold' as const }] }
        const stricter = judge(more, write, flagsIn).action
        expect(strictness(stricter)).toBeGreaterThanOrEqual(strictness(verdict.action))
      }),
    )
  })

  test('what is not known never frees', () => {
    fc.assert(
      fc.property(anyRules, anyWrite, (given, write) => {
        const clean = judge(given, write, () => ({ found: [], isWhole: true })).action
        const unknown = judge(given, write, () => UNKNOWN).action
        expect(strictness(unknown)).toBeGreaterThanOrEqual(strictness(clean))
        expect(onlyWatch(given) && strictness(unknown) > 1).toBe(false)
      }),
    )
  })
})
