'use client'

import { useTranslations } from 'use-intl'
import type { RestoredMemory } from '@/lib/context/restore'
import { RestoredTable } from './restored-table'

/**
 * Counts the memories restored after a summary: in full, cut, and left out; unfolds to list them.
 */
export function RestoredMemories({ restored }: { restored: readonly RestoredMemory[] }) {
  const t = useTranslations('Restored')
  const count = (state: RestoredMemory['state']) =>
    restored.filter((memory) => memory.state === state).length
  if (restored.length === 0) return <p className="text-ink-3">{t('none')}</p>
  return (
    <details>
      <summary className="cursor-pointer text-ink-3">
        {t('title', { whole: count('whole'), cut: count('cut'), leftOut: count('left_out') })}
      </summary>
      <RestoredTable restored={restored} />
    </details>
  )
}
