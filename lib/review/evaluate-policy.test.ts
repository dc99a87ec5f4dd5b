import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compilePolicy,
  evaluatePolicy,
  inSample,
  type JudgedWrite,
  type Standing,
} from './evaluate-policy'
import {
  ANY_WRITE,
  POLICY_ACTIONS,
  POLICY_CATEGORIES,
  type PolicyRule,
  type PolicyRules,
  SEVERITIES,
  type WriteFacts,
} from './model/policy'

const NOW = 1_000_000

const rule = (action: PolicyRule['action'], given: Partial<PolicyRule> = {}): PolicyRule => ({
  id: `rule_${action}`,
  action,
  match: ANY_WRITE,
  until: action === 'land' ? NOW + 1 : null,
  sample: null,
  lapseAfter: null,
  onLapse: 'deny',
  ...given,
})

const WRITE: JudgedWrite = {
  paths: ['/notes/a.md'],
  operation: 'modified',
  agents: ['apikey_a'],
  bytes: 100,
  versionId: 'memver_1',
}
const HARMLESS: WriteFacts = { lostLines: 0, findings: [], isScanned: true }
const TRUSTED: Standing = { hasEarned: () => true, isSuspended: () => false }

function judged(
  rules: readonly PolicyRule[],
  asked: {
    write?: Partial<JudgedWrite>
    facts?: Partial<WriteFacts>
    standing?: Partial<Standing>
    otherwise?: PolicyRules['default']
    now?: number
  } = {},
) {
  const policy = compilePolicy({ default: asked.otherwise ?? 'review', rules: [...rules] })
  return evaluatePolicy(policy, {
    write: { ...WRITE, ...asked.write },
    facts: { ...HARMLESS, ...asked.facts },
    standing: { ...TRUSTED, ...asked.standing },
    now: asked.now ?? NOW,
  })
}

const match = (given: Partial<PolicyRule['match']>) => ({ match: { ...ANY_WRITE, ...given } })

describe('what a policy says of a write', () => {
  test('without a rule that matches, the default holds', () => {
    expect(judged([])).toMatchObject({ action: 'review', rule: null, isSampled: false })
    expect(judged([rule('refuse', match({ paths: ['/x'] }))], { otherwise: 'hold' }).action).toBe(
      'hold',
    )
  })

  test('the strictest of the rules that match holds', () => {
    expect(judged([rule('land'), rule('refuse'), rule('hold')]).action).toBe('refuse')
    expect(judged([rule('land'), rule('hold'), rule('mask')]).action).toBe('mask')
    expect(judged([rule('land'), rule('review')]).action).toBe('review')
  })

  test('a rule holds only where all that it asks for is so', () => {
    const asking = rule('hold', match({ paths: ['/notes/**'], operations: ['deleted'] }))
    expect(judged([asking]).action).toBe('review')
    expect(judged([asking], { write: { operation: 'deleted' } }).action).toBe('hold')
    expect(judged([asking], { write: { operation: 'deleted', paths: ['/b'] } }).action).toBe(
      'review',
    )
    const large = rule('hold', match({ minBytes: 1000, minLostLines: 3 }))
    expect(judged([large], { write: { bytes: 1000 } }).action).toBe('review')
    expect(judged([large], { write: { bytes: 1000 }, facts: { lostLines: 3 } }).action).toBe('hold')
  })

  test('what is moved out of a guarded place is guarded, and lands only from where things land', () => {
    const paths = ['/pinned/a', '/drafts/a']
    const guarded = rule('hold', match({ paths: ['/pinned/**'] }))
    expect(judged([guarded], { write: { operation: 'renamed', paths } }).action).toBe('hold')
    const landing = rule('land', match({ paths: ['/drafts/**'] }))
    expect(judged([landing], { write: { operation: 'renamed', paths } }).action).toBe('review')
    expect(judged([landing], { write: { paths: ['/drafts/a'] } }).action).toBe('land')
  })

  test('a rule for an agent is for no other', () => {
    const own = rule('land', match({ agents: ['apikey_b'] }))
    expect(judged([own]).action).toBe('review')
    expect(judged([own], { write: { agents: ['apikey_b'] } }).action).toBe('land')
  })

  test('a rule that has ended says nothing', () => {
    expect(judged([rule('land')], { now: NOW + 1 }).action).toBe('review')
  })

  test('a suspended rule, or one that is not earned, lets nothing land', () => {
    expect(judged([rule('land')], { standing: { isSuspended: () => true } }).action).toBe('review')
    const earned = rule('land', match({ earned: { accepted: 20, days: 30 } }))
    expect(judged([earned], { standing: { hasEarned: () => false } }).action).toBe('review')
    expect(judged([earned]).action).toBe('land')
  })

  test('a rule about findings asks for their category and severity', () => {
    const secrets = rule('refuse', match({ finding: { category: 'secret', severity: 'high' } }))
    const found = (category: 'secret' | 'hidden', severity: 'low' | 'high') =>
      judged([secrets], { facts: { findings: [{ category, severity, rule: null }] } }).action
    expect(found('secret', 'high')).toBe('refuse')
    expect(found('secret', 'low')).toBe('review')
    expect(found('hidden', 'high')).toBe('review')
  })

  test('a share of what lands is reviewed anyway, drawn by the version', () => {
    const sampled = rule('land', { sample: 0.25 })
    const ids = Array.from({ length: 2000 }, (_, index) => `memver_${index}`)
    const drawn = ids.filter((versionId) => judged([sampled], { write: { versionId } }).isSampled)
    expect(drawn.length / ids.length).toBeCloseTo(0.25, 1)
    expect(drawn.every((id) => inSample(sampled, id))).toBe(true)
  })
})

const anyRule = fc
  .record({
    action: fc.constantFrom(...POLICY_ACTIONS),
    paths: fc.subarray(['/notes/**', '/a.md', '/**/*.md']),
    operations: fc.subarray(['created', 'modified', 'renamed', 'deleted'] as const),
    agents: fc.subarray(['apikey_a', 'model:x']),
    minLostLines: fc.option(fc.integer({ min: 1, max: 5 })),
    minBytes: fc.option(fc.integer({ min: 1, max: 200 })),
    finding: fc.option(
      fc.record({
        category: fc.option(fc.constantFrom(...POLICY_CATEGORIES)),
        severity: fc.option(fc.constantFrom(...SEVERITIES)),
      }),
    ),
    earned: fc.option(fc.constant({ accepted: 20, days: 30 })),
    until: fc.option(fc.integer({ min: 0, max: 2 * NOW })),
    sample: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ action, until, sample, ...asked }) => ({
    action,
    match: asked,
    until,
    sample,
    lapseAfter: null,
    onLapse: 'deny' as const,
  }))

const anyRules = fc
  .array(anyRule, { maxLength: 8 })
  .map((rules) => rules.map((each, index): PolicyRule => ({ ...each, id: `rule_${index}` })))

const anyWrite = fc.record({
  paths: fc.subarray(['/notes/b.md', '/a.md', '/c'], { minLength: 1, maxLength: 2 }),
  operation: fc.constantFrom('created', 'modified', 'renamed', 'deleted'),
  agents: fc.subarray(['apikey_a', 'model:x', 'sesn_1'], { minLength: 1 }),
  bytes: fc.integer({ min: 0, max: 300 }),
  versionId: fc.string(),
})

const anyFacts = fc.record({
  lostLines: fc.integer({ min: 0, max: 8 }),
  findings: fc.array(
    fc.record({
      category: fc.constantFrom(...POLICY_CATEGORIES),
      severity: fc.constantFrom(...SEVERITIES),
      rule: fc.constant(null),
    }),
    { maxLength: 3 },
  ),
  isScanned: fc.boolean(),
})

const anyStanding = fc.tuple(fc.boolean(), fc.boolean()).map(([earned, suspended]): Standing => ({
  hasEarned: () => earned,
  isSuspended: () => suspended,
}))

const anyAsked = fc.record({ write: anyWrite, facts: anyFacts, standing: anyStanding })

describe('whatever the rules are', () => {
  test('their order does not matter', () => {
    fc.assert(
      fc.property(anyRules, anyAsked, fc.integer(), (rules, asked, seed) => {
        const shuffled = rules.toSorted(
          (one, other) =>
            `${seed}${one.id}`.localeCompare(`${seed}${other.id}`) * (seed % 2 === 0 ? 1 : -1),
        )
        expect(judged(shuffled, asked)).toEqual(judged(rules, asked))
      }),
    )
  })

  test('another rule never makes a write freer than the strictest of both', () => {
    const rank = (action: PolicyRule['action']) => POLICY_ACTIONS.indexOf(action)
    fc.assert(
      fc.property(anyRules, anyRules, anyAsked, (some, others, asked) => {
        const more = others.map((each) => ({ ...each, id: `${each.id}b` }))
        const verdicts = [some, more].map((rules) => judged(rules, asked))
        const ranks = verdicts.filter((each) => each.rule).map(({ action }) => rank(action))
        const together = judged([...some, ...more], asked)
        if (ranks.length === 0) expect(together.rule).toBeNull()
        else expect(rank(together.action)).toBe(Math.max(...ranks))
      }),
    )
  })

  test('critical findings and what was not scanned never land', () => {
    fc.assert(
      fc.property(anyRules, anyAsked, (rules, asked) => {
        const { action } = judged(rules, asked)
        const { isScanned, findings } = asked.facts
        const isCritical = findings.some(({ severity }) => severity === 'critical')
        if (!isScanned || isCritical) expect(action).not.toBe('land')
      }),
    )
  })
})
