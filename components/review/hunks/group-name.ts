import type { Texts } from '@/components/i18n/texts'
import { plainName } from '@/lib/text/plain-text'
import type { HunkGroup } from '../changeset/hunk-groups'

/** Names what is decided at once: a hunk by its memory, several by what they have in common. */
export function groupName(t: Texts, { kind, lead, hunks }: HunkGroup): string {
  const { hunk, memory } = lead
  if (kind === 'one' || kind === 'memory') {
    return memory.lastPath === null ? t('Review.noPath') : plainName(memory.lastPath.slice(1))
  }
  const count = new Set(hunks.map((each) => each.memory.memoryId)).size
  if (kind === 'routine') return t('Review.routineGroup', { count: hunks.length })
  if (hunk.kind === 'created') return t('Review.sameCreated', { count })
  if (hunk.kind === 'deleted') return t('Review.sameDeleted', { count })
  return hunk.beforeCount === 0
    ? t('Review.sameLines', { count, lines: hunk.afterCount })
    : t('Review.sameEdit', { count })
}

/** Words where in its memory a hunk is, or what became of the memory. */
export function placeWords(t: Texts, { hunk }: HunkGroup['lead']): string {
  if (hunk.reasons.includes('emptied')) return t('Review.emptiedNow')
  if (hunk.kind !== 'lines') return t(`Review.${hunk.kind}`)
  const first = (hunk.afterCount > 0 ? hunk.afterFrom : hunk.beforeFrom) + 1
  const to = Math.max(first, first + Math.max(hunk.afterCount, 1) - 1)
  return first === to ? t('Review.line', { line: first }) : t('Review.lines', { from: first, to })
}
