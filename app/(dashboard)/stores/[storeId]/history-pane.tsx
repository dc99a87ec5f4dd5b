import { VersionChoice } from '@/components/history/version-choice'
import { VersionList } from '@/components/history/version-list'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { commentedVersions } from '@/lib/review/comments/changeset-comments'
import { withSecretsOrAllMasked } from '@/lib/scan/masked-secrets'
import { tellChanges, type ToldChange } from '@/lib/store/events/tell-changes'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { withShortMasks } from '@/lib/text/masked-line'
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
  const told = await toldVersions(versions)
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
          told={told}
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

/** The list waits for this much to be compared, at most: bytes of the newest versions. */
const MAX_BYTES = 1024 * 1024

/** What the newest of these versions changed, by id, with the secrets in their lines masked. */
async function toldVersions(versions: readonly MemoryVersion[]): Promise<Map<string, ToldChange>> {
  let bytes = 0
  const newest = versions.filter(({ size }) => (bytes += 2 * (size ?? 0)) <= MAX_BYTES)
  const told = [...(await tellChanges(database(), { changes: newest }))]
  const masked = await withSecretsOrAllMasked(told.map(([, { line }]) => line?.text ?? ''))
  return new Map(
    told.map(([id, change], at) => [
      id,
      change.line === null
        ? change
        : { ...change, line: { ...change.line, text: withShortMasks(masked[at] ?? '') } },
    ]),
  )
}
