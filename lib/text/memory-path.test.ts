import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { character } from '@/tests/support/strings'

import {
  MAX_PATH_BYTES,
  MAX_PATH_SEGMENTS,
  ancestorPaths,
  comparePaths,
  isWithin,
  memoryPathProblem,
  parentPath,
  pathRuleWords,
  toMemoryPath,
} from './memory-path'

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.normalize('NFC').replace(/[/%\\\p{Cc}\p{Cf}\u2028\u2029]/gu, '_'))
  .filter((text) => text !== '.' && text !== '..')
const path = fc
  .array(segment, { minLength: 1, maxLength: 5 })
  .map((segments) => `/${segments.join('/')}`.normalize('NFC'))

describe('memoryPathProblem', () => {
  test.each([
    ['/with space/and ünïcode/メモ.md'],
    ['/...'],
    ['/.hidden'],
    ['/100%'],
    ['/100%25'],
    ['/%41'],
    ['/deeper/.anthropic-memory-store'],
    [`/${'a'.repeat(MAX_PATH_BYTES - 1)}`],
    ['/s'.repeat(MAX_PATH_SEGMENTS)],
  ])('takes %j', (path) => {
    expect(memoryPathProblem(path)).toBeNull()
  })

  test.each([
    ['', { rule: 'not_absolute' }],
    ['notes.md', { rule: 'not_absolute' }],
    ['/', { rule: 'empty_segments' }],
    ['/a//b', { rule: 'empty_segments' }],
    ['/a/', { rule: 'empty_segments' }],
    ['/a/./b', { rule: 'dot_segments' }],
    ['/a/..', { rule: 'dot_segments' }],
    ['/a\nb', { rule: 'control_or_format_characters', found: 'U+000A' }],
    ['/a\u0085', { rule: 'control_or_format_characters', found: 'U+0085' }],
    ['/a\u200db', { rule: 'control_or_format_characters', found: 'U+200D' }],
    ['/a\u2028b', { rule: 'control_or_format_characters', found: 'U+2028' }],
    ['/a\u2029b', { rule: 'control_or_format_characters', found: 'U+2029' }],
    ['/a\u{e0001}', { rule: 'control_or_format_characters', found: 'U+E0001' }],
    ['/e\u0301', { rule: 'not_normalised' }],
    ['/a\ud800', { rule: 'lone_surrogates' }],
    [`/${'a'.repeat(MAX_PATH_BYTES)}`, { rule: 'too_many_bytes', maximum: 1_024 }],
    [`/${'😀'.repeat(256)}`, { rule: 'too_many_bytes', maximum: 1_024 }],
    ['/s'.repeat(MAX_PATH_SEGMENTS + 1), { rule: 'too_many_segments', maximum: 20 }],
    ['/back\\slash', { rule: 'backslash' }],
    ['/a%2Eb', { rule: 'percent_encoded' }],
    ['/a%2fb', { rule: 'percent_encoded' }],
    ['/a%5Cb', { rule: 'percent_encoded' }],
    ['/a%252fb', { rule: 'percent_encoded' }],
    ['/a%25252Fb', { rule: 'percent_encoded' }],
    ['/a%%32%66b', { rule: 'percent_encoded' }],
    ['/a%c0%afb', { rule: 'percent_encoded' }],
    ['/a%c0%aeb', { rule: 'percent_encoded' }],
    ['/a%c1%9cb', { rule: 'percent_encoded' }],
    ['/a%e0%80%afb', { rule: 'percent_encoded' }],
    ['/a%f0%80%81%9cb', { rule: 'percent_encoded' }],
    ['/a%25c0%25afb', { rule: 'percent_encoded' }],
    ['/.anthropic-memory-store', { rule: 'reserved', path: '/.anthropic-memory-store' }],
  ])('refuses %j and names the rule', (path, rule) => {
    expect(memoryPathProblem(path)).toEqual(rule)
  })

  it('counts bytes as Buffer does', () => {
    fc.assert(
      fc.property(path, fc.integer({ min: 0, max: 1_100 }), (start, padding) => {
        const padded = start + 'a'.repeat(padding)
        const tooLong = memoryPathProblem(padded)?.rule === 'too_many_bytes'
        expect(tooLong).toBe(Buffer.byteLength(padded) > MAX_PATH_BYTES)
      }),
    )
  })

  it('accepts every well-formed path', () => {
    fc.assert(
      fc.property(path, (path) => {
        expect(memoryPathProblem(path)).toBeNull()
      }),
    )
  })
})

test('each broken rule has its words', () => {
  expect(pathRuleWords({ rule: 'not_absolute' })).toBe('must begin with /')
  expect(pathRuleWords({ rule: 'too_many_bytes', maximum: 1_024 })).toContain('1,024 bytes')
})

test('a file’s name becomes a path in one normal form', () => {
  expect(toMemoryPath('e\u0301.md')).toBe('/\u00e9.md')
  expect(toMemoryPath('/a/b')).toBe('/a/b')
})

test('a folder holds itself and what lies below it, and not its namesakes', () => {
  expect(['/a', '/a/b', '/ab', '/'].map((path) => isWithin('/a', path))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(isWithin('', '/a')).toBe(true)
})

describe('the parts of a path', () => {
  test.each([
    ['/a', '', []],
    ['/a/b', '/a', ['/a']],
    ['/a/b/c.md', '/a/b', ['/a', '/a/b']],
  ])('of %s are its parent and its ancestors', (path, parent, ancestors) => {
    expect(parentPath(path)).toBe(parent)
    expect(ancestorPaths(path)).toEqual(ancestors)
  })
})

describe('comparePaths', () => {
  it('sorts like the bytes', () => {
    const text = fc.string({ unit: character, maxLength: 6 })
    fc.assert(
      fc.property(text, text, text, (start, a, b) => {
        const bytes = Buffer.compare(Buffer.from(start + a), Buffer.from(start + b))
        expect(Math.sign(comparePaths(start + a, start + b))).toBe(bytes)
      }),
      { numRuns: 1_000 },
    )
  })
})
