import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { HunkGroup } from '../changeset/hunk-groups'

/** Memories of a group that are named; the rest is counted. */
const MAX_NAMED = 3

export interface GroupPlacesProps {
  changesetId: string
  group: HunkGroup
}

/** The memories that one decision is about, and the way to decide them one by one. */
export async function GroupPlaces({ changesetId, group: { kind, lead, hunks } }: GroupPlacesProps) {
  const t = await texts()
  const memories = [...new Set(hunks.map(({ memory }) => memory))]
  const named = memories.slice(0, MAX_NAMED)
  const apart = kind === 'routine' ? 'routine' : lead.id
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 pt-2 pr-5 pb-3 pl-24 text-xs max-md:px-4">
      {named.map(({ memoryId, lastPath }) => (
        <span
          key={memoryId}
          className="max-w-56 truncate rounded-mark bg-track px-1.5 font-mono text-label leading-5 text-ink-2"
        >
          {lastPath === null ? t('Review.noPath') : <VisiblePath path={lastPath.slice(1)} />}
        </span>
      ))}
      <Link
        href={`/review/${changesetId}?apart=${apart}`}
        scroll={false}
        className="rounded-mark px-1 font-medium text-accent underline decoration-accent/45 underline-offset-3 max-md:py-2"
      >
        {memories.length > named.length
          ? t('Review.moreOneByOne', { count: memories.length - named.length })
          : t('Review.oneByOne')}
      </Link>
    </p>
  )
}
