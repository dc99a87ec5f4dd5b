import { Split } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { Amount, AmountBar } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { sessionTitles } from '@/lib/agent/session-titles'
import { database } from '@/lib/db/open-database'
import type { RollbackPlan } from '@/lib/store/model/rollback-plan'
import type { ChosenChanges } from '@/lib/store/undo/undo-changes'
import { plainName } from '@/lib/text/plain-text'
import type { LineCounts } from '@/lib/text/text-diff'

export interface UndoHeadProps {
  changes: ChosenChanges
  plan: RollbackPlan
  /** memories of the changes that stay as they are */
  leftAlone: number
  /** of the memories that will change, as far as they are shown, by id */
  lines: ReadonlyMap<string, LineCounts>
}

/** States what is undone, and how many memories and lines that comes to. */
export async function UndoHead({ changes, plan, leftAlone, lines }: UndoHeadProps) {
  const t = await texts()
  const count = plan.willChange.length
  const added = sum([...lines.values()].map((each) => each.added))
  const removed = sum([...lines.values()].map((each) => each.removed))
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-6 gap-y-2 border-b border-line px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="text-lead font-semibold tracking-[-0.01em] wrap-anywhere">
          {await titleOf(changes)}
        </h2>
        <p className="text-ink-2">{t('Undo.headAbout')}</p>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {leftAlone === 0 ? null : (
          <Badge tone="caution" Icon={Split}>
            {t('Undo.headLeft', { count: leftAlone })}
          </Badge>
        )}
        <span className="font-medium">{t('Review.memoryCount', { count })}</span>
        {lines.size < count ? null : (
          <>
            <Amount added={added} removed={removed} />
            <AmountBar added={added} removed={removed} />
          </>
        )}
      </p>
    </div>
  )
}

async function titleOf(changes: ChosenChanges): Promise<string> {
  const t = await texts()
  if ('from' in changes) {
    return t('Undo.headRange', { from: changes.from + 1, to: changes.to })
  }
  if ('versionIds' in changes) return t('Undo.headVersions', { count: changes.versionIds.length })
  if ('batchId' in changes) return t('Undo.headBatch')
  if ('changesetId' in changes) return t('Undo.headChangeset')
  const titles = await sessionTitles(database(), [changes.sessionId])
  const title = titles.get(changes.sessionId)
  return title ? t('Undo.headSession', { title: plainName(title) }) : t('Undo.headNameless')
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
