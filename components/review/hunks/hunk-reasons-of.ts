import 'server-only'
import type { Texts } from '@/components/i18n/texts'
import type { ReviewedHunk } from '@/lib/review/changesets/changeset-memories'
import { levelOf, rankOf, reasonOf } from '@/lib/review/model/attention'
import { needsPerson, type ShownFinding } from './found-in-memory'
import type { HunkReason } from './hunk-reasons'

/** Returns the reasons to read a hunk, each with its findings, dismissed ones too. */
export function hunkReasonsOf(
  t: Texts,
  hunk: ReviewedHunk,
  found: readonly ShownFinding[],
): HunkReason[] {
  const reasons = new Set([...hunk.reasons, ...found.map(({ at }) => reasonOf(at.rule))])
  return [...reasons].map((reason) => {
    const of = found.filter(({ at }) => reasonOf(at.rule) === reason)
    const levels = of.length === 0 ? [levelOf(reason)] : of.map(({ finding }) => finding.severity)
    return {
      words: t(`Review.reason_${reason}`),
      rank: Math.max(...levels.map(rankOf)),
      findings: of.map(({ finding }) => ({ id: finding.id, needsPerson: needsPerson(finding) })),
    }
  })
}
