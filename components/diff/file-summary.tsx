'use client'

import { useTranslations } from 'use-intl'
import type { LineCounts } from '@/lib/text/text-diff'
import { VisibleMove } from '@/components/content/visible-path'
import { ChangedLines } from './changed-lines'

export interface FileSummaryProps {
  /** null: it does not exist */
  before: { path: string } | null
  after: { path: string } | null
  /** null: not counted */
  lines: LineCounts | null
}

/** States in one line which memory changed, how, and by how many lines. */
export function FileSummary({ before, after, lines }: FileSummaryProps) {
  const t = useTranslations('Changes')
  return (
    <>
      <span className="w-20 shrink-0 text-ink-3">{t(kindOf(before, after))}</span>
      <span className="font-mono font-medium break-all">
        <VisibleMove before={before?.path} after={after?.path} />
      </span>
      {lines === null ? null : (
        <span className="ml-auto">
          <ChangedLines lines={lines} />
        </span>
      )}
    </>
  )
}

function kindOf(
  before: FileSummaryProps['before'],
  after: FileSummaryProps['after'],
): 'created' | 'deleted' | 'renamed' | 'modified' {
  if (!before) return 'created'
  if (!after) return 'deleted'
  return before.path === after.path ? 'modified' : 'renamed'
}
