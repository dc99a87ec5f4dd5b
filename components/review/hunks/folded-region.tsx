import { CircleAlert, Ellipsis } from 'lucide-react'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Amount } from '@/components/ui/amount'
import { Badge } from '@/components/ui/badge'
import { ChangeLetter } from '@/components/ui/change-letter'
import { Link } from '@/components/ui/link'
import { Menu } from '@/components/ui/menu'
import { plainName } from '@/lib/text/plain-text'
import type { HunkGroup } from '../changeset/hunk-groups'
import { groupName } from './group-name'
import { GroupPlaces } from './group-places'
import { HunkActs } from './hunk-acts'
import { HunkFrame } from './hunk-frame'
import { OneByOneItem } from './hunk-items'

export interface FoldedRegionProps {
  storeId: string
  changesetId: string
  group: HunkGroup
}

/** What is decided without its lines: a memory as a whole, or changes that say nothing new. */
export async function FoldedRegion({ storeId, changesetId, group }: FoldedRegionProps) {
  const t = await texts()
  const { lead, hunks, kind } = group
  const { memory } = lead
  const name = groupName(t, group)
  const isRoutine = kind === 'routine'
  const change = memory.kind ?? 'modified'
  const reasons = isRoutine ? [] : [...new Set(memory.hunks.flatMap((hunk) => hunk.reasons))]
  const added = hunks.reduce((sum, { hunk }) => sum + hunk.afterCount, 0)
  const removed = hunks.reduce((sum, { hunk }) => sum + hunk.beforeCount, 0)
  return (
    <HunkFrame
      hunkId={lead.id}
      label={t('Review.hunkLabel', {
        path: memory.lastPath === null || isRoutine ? name : plainName(memory.lastPath),
        where: isRoutine ? t('Review.rest') : t(`History.${change}`),
        level: t(`Review.level_${isRoutine ? 'none' : memory.level}`),
      })}
      name={name}
      quote={null}
      neverAgain={null}
    >
      <div className="flex min-h-11.5 flex-wrap items-center gap-x-2.5 gap-y-1 pr-3 pl-5 max-md:px-4 max-md:py-2">
        {isRoutine ? (
          <>
            <span className="rounded-full bg-track px-2 text-xs leading-5 font-semibold tabular-nums">
              ×{hunks.length}
            </span>
            <span className="min-w-0 truncate font-semibold">{name}</span>
            <span className="where min-w-0 truncate text-xs text-ink-3">
              {t('Review.routineAbout')}
            </span>
          </>
        ) : (
          <>
            <ChangeLetter kind={change} label={t(`History.${change}`)} />
            <Link
              href={`/stores/${storeId}?memory=${memory.memoryId}&version=${memory.throughVersionId}&diff=before`}
              className="min-w-0 font-mono text-code font-medium wrap-anywhere hover:underline"
            >
              {memory.lastPath === null ? (
                t('Review.noPath')
              ) : (
                <VisiblePath path={memory.lastPath} />
              )}
            </Link>
          </>
        )}
        <Amount added={added} removed={removed} />
        {reasons.map((reason) => (
          <Badge key={reason} tone="caution" Icon={CircleAlert}>
            {t(`Review.reason_${reason}`)}
          </Badge>
        ))}
        <HunkActs
          hunkId={lead.id}
          menu={
            isRoutine ? (
              <Menu label={t('Review.moreActs')} button={<Ellipsis size={16} aria-hidden />}>
                <OneByOneItem changesetId={changesetId} apart="routine" />
              </Menu>
            ) : null
          }
        />
      </div>
      {isRoutine ? <GroupPlaces changesetId={changesetId} group={group} /> : null}
    </HunkFrame>
  )
}
