import { VersionChoice } from '@/components/history/version-choice'
import { VersionList } from '@/components/history/version-list'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { commentedVersions } from '@/lib/review/comments/changeset-comments'
import { versionLines } from '@/lib/store/versions/version-texts'
import type { ChosenMemory } from './chosen-memory'

/** The history of the chosen memory. */
export async function HistoryPane({
  chosen,
  olderAddress,
}: {
  chosen: ChosenMemory
  olderAddress: string
}) {
  const t = await texts()
  const { current, newerCount, versions } = chosen
  const { storeId, memoryId } = current
  const lines = await versionLines(database(), storeId, versions)
  const comments = await commentedVersions(database(), memoryId)
  return (
    <>
      <h2 className="sticky top-0 z-10 flex min-h-11 items-center gap-1.5 border-b border-line bg-sheet px-4 font-semibold">
        {t('Store.history')}
        <span className="font-normal text-ink-3 tabular-nums">{current.ordinal + newerCount}</span>
      </h2>
      {newerCount > 0 && versions[0] === current ? (
        <p className="px-4 pt-3 text-xs">
          <Link
            href={`/stores/${storeId}?memory=${memoryId}`}
            className="text-ink-2 underline decoration-line-2 hover:decoration-current"
          >
            {t('History.newer', { count: newerCount })}
          </Link>
        </p>
      ) : null}
      <VersionChoice key={memoryId} storeId={storeId} memoryId={memoryId}>
        <VersionList
          versions={versions}
          names={chosen.names}
          lines={lines}
          comments={comments}
          current={current.sequence}
          shown={chosen.compared ? null : (chosen.shown?.id ?? null)}
          unreviewed={chosen.unreviewed}
          quarantinedFrom={chosen.quarantine?.fromSequence ?? null}
          now={chosen.now}
        />
      </VersionChoice>
      {chosen.hasMoreVersions ? (
        <p className="px-4 pb-4">
          <Link
            href={olderAddress}
            replace
            scroll={false}
            className={buttonVariants({ size: 'small' })}
          >
            {t('History.older')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
