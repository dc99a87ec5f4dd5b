import { VisibleText } from '@/components/content/visible-line'
import { VisiblePath } from '@/components/content/visible-path'
import { callOfVersion } from '@/components/history/call-of-version'
import { WriterMark } from '@/components/history/writer-mark'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { ageStep } from '@/lib/store/model/age-step'
import type { ChangeGroup } from '@/lib/store/model/change-group'
import { subjectOf } from '@/lib/text/subject'
import { OverviewSection } from './section'
import { authorOf } from '@/lib/store/model/author-of'
import { SeenRows } from './overview-lazy'

export interface LatelyProps {
  storeId: string
  groups: readonly ChangeGroup[]
  /** names of actors, by id */
  names: ReadonlyMap<string, string>
  now: number
}

/**
 * Lists the latest changes of a store and their actors, with a line where the person last looked.
 */
export async function Lately({ storeId, groups, names, now }: LatelyProps) {
  const t = await texts()
  return (
    <OverviewSection
      title={t('Overview.lately')}
      action={
        <Link
          href={`/log?store=${storeId}`}
          className={buttonVariants({ variant: 'quiet', size: 'small' })}
        >
          {t('Overview.log')}
        </Link>
      }
    >
      <SeenRows
        storeId={storeId}
        label={t('Overview.lately')}
        rows={groups.map(({ lastSequence }) => ({ lastSequence }))}
      >
        {groups.map((group) => (
          <Row key={group.lastSequence} storeId={storeId} group={group} names={names} now={now} />
        ))}
      </SeenRows>
    </OverviewSection>
  )
}

async function Row({
  storeId,
  group,
  names,
  now,
}: Omit<LatelyProps, 'groups'> & { group: ChangeGroup }) {
  const t = await texts()
  const { actor, batch, path, title, lines, kind, memoryCount, firstSequence, lastSequence } = group
  const { isCut } = group
  const words = title === null ? null : subjectOf(title).words
  return (
    <>
      <span
        aria-hidden
        className="absolute inset-y-1 left-0 w-[3px] rounded-[2px]"
        style={{ background: `var(--age-${ageStep(group.at, now)})` }}
      />
      <WriterMark
        actor={authorOf({ createdBy: actor, batch })}
        names={names}
        isImport={batch?.kind === 'history'}
        size="small"
        href={callOfVersion({ createdBy: actor, toolUseId: null }, names)}
      />
      <Link
        href={`/stores/${storeId}/compare?from=${firstSequence - 1}&to=${lastSequence}`}
        className="flex min-w-0 flex-1 items-center gap-2 leading-7"
      >
        <span className="max-w-[60%] min-w-0 shrink-0 truncate font-mono text-xs font-medium">
          {path === null ? t('Memory.redactedPath') : <VisiblePath path={path.slice(1)} />}
        </span>
        {memoryCount > 1 ? (
          <span className="shrink-0 text-xs text-ink-3 tabular-nums">
            {t('Overview.moreMemories', { count: memoryCount - 1 })}
            {isCut ? '…' : ''}
          </span>
        ) : null}
        <span className="min-w-0 truncate text-ink-2">
          {words === null ? (
            t(kind === null ? 'History.modified' : `History.${kind}`)
          ) : (
            <VisibleText text={words} />
          )}
        </span>
      </Link>
      {lines && lines.added + lines.removed > 0 ? <Amount {...lines} /> : null}
      <span className="w-12 shrink-0 text-right text-xs text-ink-3">
        <RelativeTime time={group.at} now={now} />
      </span>
    </>
  )
}
