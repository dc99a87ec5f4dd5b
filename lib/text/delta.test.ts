import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { CorruptDeltaError, applyDelta, encodeDelta, encodeSplice } from './delta'

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))

/** Few distinct bytes, so that equal runs abound. */
const repetitive = fc
  .array(fc.constantFrom('abcdefghijklmnopqrst', 'x', 'xx\n', '- item\n'), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join('')))

const text = Array.from({ length: 400 }, (_, line) => `- entry ${line * 7_919}: something known\n`)
const edit = fc.record({
  line: fc.nat(text.length - 1),
  removed: fc.nat(4),
  added: fc.array(fc.string({ maxLength: 40 }), { maxLength: 3 }),
})
const editedText = fc.array(edit, { maxLength: 6 }).map((edits) => {
  const lines = [...text]
  for (const { line, removed, added } of edits) lines.splice(line, removed, ...added)
  return Buffer.from(lines.join(''))
})

function expectRoundTrip(base: Buffer, target: Buffer): Buffer {
  const delta = encodeDelta(base, target)
  expect(applyDelta(base, delta).equals(target)).toBe(true)
  return delta
}

describe('encodeDelta and applyDelta', () => {
  test.each([
    ['nothing from nothing', '', ''],
    ['something from nothing', '', 'abc'],
    ['nothing from something', 'abc', ''],
    ['the same again', 'abc', 'abc'],
    ['an overlap of prefix and suffix', 'aaaa', 'aaaaaaaa'],
    ['a repetition taken out', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'aaaaaaaaaaaa'],
  ])('give back %s', (_name, base, target) => {
    expectRoundTrip(Buffer.from(base), Buffer.from(target))
  })

  it('restore any target from any base', () => {
    const any = fc.oneof(bytes, repetitive)
    fc.assert(
      fc.property(any, any, (base, target) => {
        expectRoundTrip(base, target)
      }),
      { numRuns: 500 },
    )
  })

  it('restore any target from any base, when only the ends were compared', () => {
    const any = fc.oneof(bytes, repetitive)
    fc.assert(
      fc.property(any, any, (base, target) => {
        expect(applyDelta(base, encodeSplice(base, target)).equals(target)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('encode one edit of a long text in little more than the edit', () => {
    const base = Buffer.from(text.join(''))
    fc.assert(
      fc.property(fc.nat(base.length), fc.string({ maxLength: 40 }), (at, added) => {
        const target = Buffer.concat([base.subarray(0, at), Buffer.from(added), base.subarray(at)])
        expect(encodeSplice(base, target).length).toBeLessThan(added.length * 4 + 40)
      }),
    )
  })

  it('encode an edited text in a fraction of it, even where all its lines are alike', () => {
    const base = Buffer.from(text.join(''))
    fc.assert(
      fc.property(editedText, (target) => {
        expect(expectRoundTrip(base, target).length).toBeLessThan(base.length / 5)
      }),
    )
  })

  it('encode equal buffers in less than 16 bytes', () => {
    fc.assert(
      fc.property(fc.oneof(bytes, repetitive), (same) => {
        expect(expectRoundTrip(same, Buffer.from(same)).length).toBeLessThan(16)
      }),
    )
    const large = Buffer.alloc(5_000_000, 'abc')
    expect(expectRoundTrip(large, Buffer.from(large)).length).toBeLessThan(16)
  })

  it('find moved text', () => {
    const moved = [...text.slice(300), ...text.slice(100, 300), ...text.slice(0, 100)]
    const delta = expectRoundTrip(Buffer.from(text.join('')), Buffer.from(moved.join('')))
    expect(delta.length).toBeLessThan(60)
  })

  it('never encode a target in much more than its size', () => {
    fc.assert(
      fc.property(bytes, bytes, (base, target) => {
        expect(encodeDelta(base, target).length).toBeLessThan(target.length + 16)
      }),
    )
  })
})

describe('applyDelta', () => {
  const base = Buffer.from('a base of bytes')

  test.each([
    ['nothing at all', []],
    ['a cut number', [0x80]],
    ['another length of the base', [0, 14]],
    ['fewer bytes than announced', [4, 15, 2 * 3, 1, 2, 3]],
    ['more bytes than announced', [2, 15, 2 * 3, 1, 2, 3]],
    ['an insertion past the end', [4, 15, 2 * 4, 1, 2]],
    ['a copy past the end of the base', [9, 15, 2 * 9 + 1, 2 * 7]],
    ['a copy before the start of the base', [2, 15, 2 * 2 + 1, 2 * 1 - 1]],
    ['an empty instruction', [0, 15, 0]],
    ['a copy without a place', [3, 15, 2 * 3 + 1]],
  ])('refuses %s', (_name, delta) => {
    expect(() => applyDelta(base, Buffer.from(delta))).toThrow(CorruptDeltaError)
  })

  it('reads the format of stored deltas', () => {
    const copyBase = [2 * 6 + 1, 2 * 2]
    const insertMark = [2 * 1, 0x21]
    const copyFirstByte = [2 * 1 + 1, 2 * 8 - 1]
    const delta = Buffer.from([8, 15, ...copyBase, ...insertMark, ...copyFirstByte])
    expect(applyDelta(base, delta).toString()).toBe('base o!a')
  })

  it('turns garbage into CorruptDeltaError or bytes, nothing else', () => {
    const nonsense = fc
      .tuple(fc.nat(40), fc.uint8Array({ maxLength: 40 }))
      .map(([length, rest]) => Buffer.from([length, base.length, ...rest]))
    fc.assert(
      fc.property(fc.oneof(bytes, nonsense), (delta) => {
        try {
          expect(applyDelta(base, delta)).toBeInstanceOf(Buffer)
        } catch (error) {
          expect(error).toBeInstanceOf(CorruptDeltaError)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
