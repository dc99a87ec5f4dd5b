import type { Texts } from '@/components/i18n/texts'

/** The labels of a difference, in the reader's language. */
export interface DiffLabels {
  same: string
  added: string
  removed: string
  unended: string
  summary: (counts: { added: number; removed: number }) => string
  skipped: (count: number) => string
  notShown: (count: number) => string
  /** of a line: characters that are not shown */
  cut: (count: number) => string
  /** of lines that Claude Code writes anew with every write */
  stamped: string
}

/** Returns the labels of a difference that the server renders. */
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
    cut: (count) => t('Diff.cut', { count }),
  }
}
