import { PINNED_PATHS } from '@/lib/store/model/pinned-paths'
import { DAY_MS } from '@/lib/text/day-ms'
import { ANY_WRITE, type DraftRule, LAPSE_MS, type PolicyDraft, type RuleMatch } from './policy'

type PolicyPreset = 'watch' | 'careful' | 'strict'

/** Time for which *Strict* lets an agent's earned writes land, until a person confirms it again. */
const EARNED_MS = 90 * DAY_MS

/** A new rule about these writes. */
export function draftRule(
  action: DraftRule['action'],
  match: Partial<RuleMatch>,
  rest: Partial<DraftRule> = {},
): DraftRule {
  return {
    id: null,
    action,
    match: { ...ANY_WRITE, ...match },
    until: null,
    sample: null,
    lapseAfter: action === 'hold' ? LAPSE_MS : null,
    onLapse: 'deny',
    why: null,
    ...rest,
  }
}

/** The policy of a preset (review page, Policy); its ends are counted from `now`. */
export function presetPolicy(preset: PolicyPreset, now: number): PolicyDraft {
  switch (preset) {
    case 'watch':
      return { default: 'review', rules: [] }
    case 'careful':
      return {
        default: 'review',
        rules: [
          draftRule('hold', { operations: ['deleted'] }),
          draftRule('hold', { finding: { category: 'collapse', severity: null } }),
          draftRule('hold', { paths: [...PINNED_PATHS] }),
          draftRule('hold', { finding: { category: null, severity: 'critical' } }),
        ],
      }
    case 'strict':
      return {
        default: 'hold',
        rules: [
          draftRule(
            'land',
            { earned: { accepted: 20, days: 30 } },
            { until: now + EARNED_MS, sample: 0.1 },
          ),
        ],
      }
  }
}
