'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ROW_HEIGHT } from './tree-row'
import type { TreeRow } from './tree-rows'

export interface TreeNoteRowProps {
  row: Exclude<TreeRow, { kind: 'item' }>
  /** pixels from the top */
  top: number
  onRetry: (directory: string) => void
}

/** Replaces rows that are loading or failed to load. */
export function TreeNoteRow({ row, top, onRetry }: TreeNoteRowProps) {
  const t = useTranslations('Tree')
  const app = useTranslations('App')
  return (
    <div
      role="none"
      className="absolute inset-x-0 flex items-center gap-2 text-ink-3"
      style={{ top, height: ROW_HEIGHT, paddingLeft: row.level * 14 + 8 }}
    >
      {row.kind === 'failed' ? (
        <>
          <span className="text-removed">{t('failed')}</span>
          <Button size="small" onClick={() => onRetry(row.directory)}>
            {app('tryAgain')}
          </Button>
        </>
      ) : (
        app('loading')
      )}
    </div>
  )
}
