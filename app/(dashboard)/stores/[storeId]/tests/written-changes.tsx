import { VisibleLabel } from '@/components/content/visible-label'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { DiffTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import type { ScratchChange } from '@/lib/replay/scratch/scratch-store'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'

/** Changed lines of one memory that are shown; the rest is counted. */
const SHOWN_LINES = 200

/** What an answer wrote into its copy of the store: a line a memory, which opens its difference. */
export async function WrittenChanges({ changes }: { changes: readonly ScratchChange[] }) {
  const t = await texts()
  if (changes.length === 0) return null
  return (
    <DiffTexts>
      {changes.map(async ({ path, operation, before, after }, index) => (
        <details key={index} className="mt-1.5 text-xs">
          <summary className="cursor-pointer text-ink-3">
            {t(`MemoryTests.answer_${operation}`)}{' '}
            <span className="font-mono break-all text-ink-2">
              <VisibleLabel text={path} />
            </span>
          </summary>
          <div className="mt-1.5 overflow-x-auto rounded-card shadow-[0_0_0_1px_var(--line)]">
            <UnifiedDiff
              before={await secretsMaskedIn(before ?? '')}
              after={await secretsMaskedIn(after ?? '')}
              path={path}
              most={SHOWN_LINES}
            />
          </div>
        </details>
      ))}
    </DiffTexts>
  )
}
