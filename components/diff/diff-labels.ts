import type { Texts } from '@/components/i18n/texts'
import type { DiffLabels } from './diff-table'

/** The labels of a difference, in the reader's language. */
export function diffLabels(t: Texts): DiffLabels {
  return {
    same: t('Diff.same'),
    added: t('Diff.added'),
    removed: t('Diff.removed'),
    unended: t('Diff.unended'),
    summary: (counts) => t('Diff.summary', counts),
    skipped: (count) => t('Diff.skipped', { count }),
    stamped: t('Diff.stamped'),
    notShown: (count) => t('Diff.notShown', { count }),
  }
}
