import { VisiblePath } from '@/components/content/visible-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { RestoredMemory } from '@/lib/context/restore'

/** What became of each memory when a context was restored. */
export async function RestoredTable({ restored }: { restored: readonly RestoredMemory[] }) {
  const t = await texts()
  const format = await formats()
  const sizeOf = ({ tokens, wholeTokens }: RestoredMemory) =>
    tokens === wholeTokens
      ? format.number(tokens)
      : t('Context.ofTokens', { tokens, whole: wholeTokens })
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('Context.restoredTable')}
      className="relative max-h-80 overflow-auto"
    >
      <table className="w-full border-collapse text-[13px]">
        <caption className="sr-only">{t('Context.restoredTable')}</caption>
        <thead>
          <tr className="text-left text-xs text-faint">
            <th className="py-1 font-medium">{t('Context.memory')}</th>
            <th className="py-1 pl-4 font-medium">{t('Context.state')}</th>
            <th className="py-1 pl-4 text-right font-medium">{t('Context.tokens')}</th>
            <th className="py-1 pl-4 font-medium">{t('Context.version')}</th>
          </tr>
        </thead>
        <tbody>
          {restored.map((memory) => (
            <tr key={memory.memoryId} className="border-t border-line">
              <td className="py-1">
                <Link
                  href={`/stores/${memory.storeId}?memory=${memory.memoryId}`}
                  className="font-mono text-xs break-all text-accent hover:underline"
                >
                  <VisiblePath path={memory.shownPath} />
                </Link>
              </td>
              <td className="py-1 pl-4 whitespace-nowrap">{t(`Context.state_${memory.state}`)}</td>
              <td className="py-1 pl-4 text-right whitespace-nowrap tabular-nums">
                {sizeOf(memory)}
              </td>
              <td className="py-1 pl-4 whitespace-nowrap">
                <Link
                  href={`/stores/${memory.storeId}?memory=${memory.memoryId}&version=${memory.versionId}`}
                  className="text-accent hover:underline"
                >
                  {t('Context.thatVersion')}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
