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
} from '../model/policy'

const NOW = 1_000_000

const rule = (action: PolicyRule['action'], given: Partial<PolicyRule> = {}): PolicyRule => ({
  id: `rule_${action}`,
  action,
  match: ANY_WRITE,
  until: action === 'land' ? NOW + 1 : null,
  sample: null,
  lapseAfter: null,
  onLapse: 'deny',
  why: null,
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

  test('a path is named in whatever spelling a file system may take for it', () => {
    const pinned = rule('refuse', match({ paths: ['/CLAUDE.md'] }))
    expect(judged([pinned], { write: { paths: ['/claude.md'] } }).action).toBe('refuse')
    expect(judged([pinned], { write: { paths: ['/claude.mdx'] } }).action).toBe('review')
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

  test('what could not be scanned is held where a rule would keep findings from agents', () => {
    const asking = (action: PolicyRule['action']) =>
      judged([rule(action, match({ finding: { category: 'secret', severity: null } }))], {
        facts: { isScanned: false },
      })
    for (const action of ['quarantine', 'hold', 'mask', 'refuse'] as const) {
      expect(asking(action)).toMatchObject({
        action: 'hold',
        isUnscanned: true,
        rule: { id: `rule_${action}` },
      })
    }
    expect(asking('review')).toMatchObject({ action: 'review', isUnscanned: false })
    expect(asking('land').action).toBe('review')
  })

  test('a rule that the write cannot match does not hold it', () => {
    const elsewhere = { paths: ['/x'], finding: { category: 'secret', severity: null } } as const
    const unscanned = { facts: { isScanned: false } }
    const about = (given: Partial<PolicyRule['match']>) =>
      judged([rule('refuse', match(given))], unscanned).action
    expect(about({ ...elsewhere, paths: ['/x'] })).toBe('review')
    expect(about({ ...elsewhere, paths: [], minLostLines: 1 })).toBe('review')
    expect(about({ finding: { category: 'collapse', severity: null } })).toBe('review')
  })

  test('what was found by a scan that is not complete refuses, and is not masked in part', () => {
    const facts: Partial<WriteFacts> = {
      findings: [{ category: 'secret', severity: 'high', rule: null }],
      isScanned: false,
    }
    const asking = (action: PolicyRule['action']) =>
      judged([rule(action, match({ finding: { category: 'secret', severity: null } }))], { facts })
    expect(asking('refuse')).toMatchObject({ action: 'refuse', isUnscanned: false })
    expect(asking('mask')).toMatchObject({ action: 'hold', isUnscanned: true })
  })

  test('lost lines and standing that are not known hold what they could stop', () => {
    const facts = { lostLines: null }
    expect(judged([rule('refuse', match({ minLostLines: 3 }))], { facts }).action).toBe('hold')
    const collapse = match({ finding: { category: 'collapse', severity: null } })
    expect(judged([rule('quarantine', collapse)], { facts }).action).toBe('hold')
    const earned = rule('refuse', match({ earned: { accepted: 1, days: 1 } }))
    expect(judged([earned], { standing: { hasEarned: () => null } }).action).toBe('hold')
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
    why: null,
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
  lostLines: fc.option(fc.integer({ min: 0, max: 8 })),
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

  test('what is not known of a write never frees it', () => {
    const stops: PolicyRule['action'][] = ['hold', 'refuse']
    fc.assert(
      fc.property(anyRules, anyAsked, fc.integer({ min: 0, max: 3 }), (rules, asked, told) => {
        const facts = { ...asked.facts, isScanned: true, lostLines: asked.facts.lostLines ?? 0 }
        const scan = facts.findings.filter(({ category }) => category !== 'collapse')
        const unknown = {
          ...facts,
          isScanned: false,
          findings: facts.findings.filter((each) => !scan.slice(told).includes(each)),
        }
        const known = judged(rules, { ...asked, facts })
        const { action } = judged(rules, { ...asked, facts: unknown })
        if (known.action === 'land') expect(action).not.toBe('land')
        if (known.action === 'quarantine') expect(['quarantine', ...stops]).toContain(action)
        if (['hold', 'mask', 'refuse'].includes(known.action)) expect(stops).toContain(action)
      }),
    )
  })
})
