'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { VisiblePath } from '@/components/content/visible-path'
import { Link } from '@/components/ui/link'
import type { RestoredMemory } from '@/lib/context/restore'

/** The result for each memory when a context was restored. */
export function RestoredTable({ restored }: { restored: readonly RestoredMemory[] }) {
  const t = useTranslations('Restored')
  const format = useFormatter()
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('table')}
      className="relative max-h-80 overflow-auto"
    >
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr className="text-left text-xs text-ink-3">
            <th scope="col" className="py-1 font-medium">
              {t('memory')}
            </th>
            <th scope="col" className="py-1 pl-4 font-medium">
              {t('state')}
            </th>
            <th scope="col" className="py-1 pl-4 text-right font-medium">
              {t('tokens')}
            </th>
            <th scope="col" className="py-1 pl-4 font-medium">
              {t('version')}
            </th>
          </tr>
        </thead>
        <tbody>
          {restored.map((memory) => (
            <tr key={`${memory.storeId} ${memory.memoryId}`} className="border-t border-line">
              <td className="py-1">
                <Link
                  href={addressOf(memory)}
                  className="font-mono text-xs break-all text-accent hover:underline"
                >
                  <VisiblePath path={memory.shownPath} />
                </Link>
              </td>
              <td className="py-1 pl-4">{t(`state_${memory.state}`)}</td>
              <td className="py-1 pl-4 text-right whitespace-nowrap tabular-nums">
                {memory.state === 'whole'
                  ? format.number(memory.tokens)
                  : t('ofTokens', { tokens: memory.tokens, whole: memory.wholeTokens })}
              </td>
              <td className="py-1 pl-4 whitespace-nowrap">
                <Link
                  href={`${addressOf(memory)}&version=${memory.versionId}`}
                  className="text-accent hover:underline"
                >
                  {t('thatVersion')}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function addressOf({ storeId, memoryId }: RestoredMemory): string {
  return `/stores/${storeId}?memory=${memoryId}`
}
