import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { answersToAsk, DEFAULT_RULE, GATE_RULE, type VerdictRule, verdictOf } from './verdict'

/** The chances of each verdict of answers that hold with a share, exactly: no draws. */
function chances(rule: VerdictRule, share: number) {
  const chance = { passed: 0, failed: 0, mixed: 0, answers: 0 }
  let open = new Map([[0, 1]])
  for (let of = 1; open.size > 0; of++) {
    const next = new Map<number, number>()
    for (const [held, weight] of open) {
      next.set(held + 1, (next.get(held + 1) ?? 0) + weight * share)
      next.set(held, (next.get(held) ?? 0) + weight * (1 - share))
    }
    open = new Map()
    for (const [held, weight] of next) {
      if (weight === 0) continue
      const verdict = verdictOf(rule, { held, of })
      if (verdict === null) open.set(held, weight)
      else {
        chance[verdict] += weight
        chance.answers += weight * of
      }
    }
  }
  return chance
}

describe('the verdict of a run', () => {
  test('is passed by 3 of 3 and failed by 2 of 2', () => {
    expect(verdictOf(DEFAULT_RULE, { held: 2, of: 2 })).toBeNull()
    expect(verdictOf(DEFAULT_RULE, { held: 3, of: 3 })).toBe('passed')
    expect(verdictOf(DEFAULT_RULE, { held: 0, of: 1 })).toBeNull()
    expect(verdictOf(DEFAULT_RULE, { held: 0, of: 2 })).toBe('failed')
  })

  // The shares that why-search.md measured, section 3 (1,000 draws each).
  test.each([
    [1, 1, 3],
    [0.95, 0.999, 3.5],
    [0.9, 0.985, 4],
    [0.8, 0.88, 5.1],
    [0.5, 0.25, 5.3],
    [0.3, 0.03, 3.6],
  ])('of answers right with %f is a pass with %f, after %f answers', (share, passes, answers) => {
    const chance = chances(DEFAULT_RULE, share)
    expect(chance.passed).toBeCloseTo(passes, 1)
    expect(chance.answers).toBeCloseTo(answers, 0)
  })

  test.each([
    [1, 1, 6],
    [0.95, 0.998, 7.1],
    [0.9, 0.97, 8.5],
    [0.5, 0.04, 6.5],
    [0.3, 0, 3.7],
  ])('of a gate, right with %f, is a pass with %f, after %f answers', (share, passes, answers) => {
    const chance = chances(GATE_RULE, share)
    expect(chance.passed).toBeCloseTo(passes, 1)
    expect(Math.abs(chance.answers - answers)).toBeLessThan(0.7)
  })

  test('is mixed after 20 answers that say neither', () => {
    const { mixed } = chances(DEFAULT_RULE, 0.65)
    expect(mixed).toBeGreaterThan(0.01)
    expect(verdictOf(DEFAULT_RULE, { held: 13, of: 20 })).toBe('mixed')
  })

  test('of "k of n" is known as soon as nothing can change it', () => {
    const rule = { needed: 4, of: 5 }
    expect(verdictOf(rule, { held: 4, of: 4 })).toBe('passed')
    expect(verdictOf(rule, { held: 3, of: 4 })).toBeNull()
    expect(verdictOf(rule, { held: 2, of: 4 })).toBe('failed')
  })

  test('never comes before the last of the answers that are asked for at once', () => {
    const rules = fc.oneof(
      fc.constantFrom(DEFAULT_RULE, GATE_RULE),
      fc
        .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 8 }))
        .map(([needed, more]) => ({ needed, of: needed + more })),
    )
    fc.assert(
      fc.property(
        rules,
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        (rule, draws) => {
          let [held, of] = [0, 0]
          for (;;) {
            const asked = answersToAsk(rule, { held, of })
            if (asked === 0) break
            for (let index = 1; index <= asked; index++) {
              held += draws[of] ? 1 : 0
              of++
              if (index < asked) expect(verdictOf(rule, { held, of })).toBeNull()
            }
          }
          expect(verdictOf(rule, { held, of })).not.toBeNull()
        },
      ),
    )
  })
})
