import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { VisibleMove } from '@/components/content/visible-path'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { texts } from '@/components/i18n/server-texts'
import { callAddress } from '@/components/session/conversation/call-address'
import { database } from '@/lib/db/open-database'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { actorNames } from '@/lib/store/stores/name-actor'

/** Lines of a difference shown inline; the comparison has them all. */
const LINES = 300

/** A change's difference, inline. */
export async function ChangeDiff({ change }: { change: MemoryVersion }) {
  const t = await texts()
  const { storeId, memoryId, sequence } = change
  const { versions } = await listVersions(database(), {
    storeId,
    memoryId,
    before: sequence,
    limit: 1,
    view: 'full',
  })
  const [before] = versions
  const { content, isDamaged } = await getVersion(database(), {
    storeId,
    versionId: change.id,
    whenDamaged: 'leave out',
  })
  const isUnreadable = isDamaged || before?.isDamaged
  const callHref = await callHrefOf(change)
  const isRename = before?.path != null && change.path !== null && before.path !== change.path
  return (
    <div className="overflow-hidden border-t border-line">
      {change.redactedAt === null && before?.redactedAt == null ? null : (
        <p className="px-4 py-2 text-caution">{t('Diff.oneSide')}</p>
      )}
      {isRename ? (
        <p className="px-4 py-1 font-mono text-xs break-all text-ink-3">
          <VisibleMove before={before.path} after={change.path} />
        </p>
      ) : null}
      {isUnreadable ? (
        <p className="px-4 py-2 text-caution">{t('Diff.damaged')}</p>
      ) : (
        <UnifiedDiff
          before={before?.content ?? ''}
          after={content ?? ''}
          path={change.path}
          pathBefore={before?.path ?? null}
          most={LINES}
        />
      )}
      <p className="flex flex-wrap gap-1.5 border-t border-line px-2 py-1.5">
        <Link
          href={`/stores/${storeId}?memory=${memoryId}&version=${change.id}&diff=before`}
          className={buttonVariants({ variant: 'quiet', size: 'small' })}
        >
          {t('Log.openChange')}
        </Link>
        {callHref === null ? null : (
          <Link href={callHref} className={buttonVariants({ variant: 'quiet', size: 'small' })}>
            {t('Log.openCall')}
          </Link>
        )}
      </p>
    </div>
  )
}

/** Links to the call that made a change; null if no existing session made it. */
async function callHrefOf({ createdBy, toolUseId }: MemoryVersion): Promise<string | null> {
  if (createdBy.type !== 'session' || toolUseId === null) return null
  const names = await actorNames(database(), [createdBy.id])
  return names.has(createdBy.id) ? callAddress(createdBy.id, toolUseId) : null
}
