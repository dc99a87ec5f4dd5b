'use client'

import { useFormatter, useTranslations } from 'use-intl'
import { Link } from '@/components/ui/link'
import type { RestoredMemory } from '@/lib/context/restore'

/** Which memories came back into a context after it was summarised, which were cut, and which left out. */
export function RestoredMemories({ restored }: { restored: readonly RestoredMemory[] }) {
  const t = useTranslations('Restored')
  const format = useFormatter()
  const count = (state: RestoredMemory['state']) =>
    restored.filter((memory) => memory.state === state).length
  if (restored.length === 0) return <p className="text-faint">{t('none')}</p>
  return (
    <details>
      <summary className="cursor-pointer text-faint">
        {t('title', { whole: count('whole'), cut: count('cut'), leftOut: count('left_out') })}
      </summary>
      <table className="mt-1 w-full border-collapse text-xs">
        <thead>
          <tr className="text-left text-faint">
            <th className="py-1 font-medium">{t('memory')}</th>
            <th className="py-1 pl-3 font-medium">{t('state')}</th>
            <th className="py-1 pl-3 text-right font-medium">{t('tokens')}</th>
          </tr>
        </thead>
        <tbody>
          {restored.map((memory) => (
            <tr key={`${memory.storeId} ${memory.memoryId}`} className="border-t border-line">
              <td className="py-1 font-mono break-all">
                <Link
                  href={`/stores/${memory.storeId}?memory=${memory.memoryId}`}
                  className="text-accent hover:underline"
                >
                  {memory.shownPath}
                </Link>
              </td>
              <td className="py-1 pl-3">{t(`state_${memory.state}`)}</td>
              <td className="py-1 pl-3 text-right tabular-nums">
                {memory.state === 'whole'
                  ? format.number(memory.tokens)
                  : t('ofTokens', { tokens: memory.tokens, whole: memory.wholeTokens })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
