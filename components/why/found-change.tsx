import 'server-only'
import { VisibleLabel } from '@/components/content/visible-label'
import { UnifiedDiff } from '@/components/diff/unified-diff'
import { texts } from '@/components/i18n/server-texts'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { WrittenBy } from './written-by'
import { database } from '@/lib/db/open-database'
import type { FoundTurn } from '@/lib/replay/model/replay'
import { changesetOfVersion } from '@/lib/review/changesets/changeset-of-version'
import { unreviewedVersions } from '@/lib/review/changesets/unreviewed'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { listVersions, versionIfThere } from '@/lib/store/versions/read-versions'

/** The change with which an answer turned: who made it, and what it changed. */
export async function FoundChange({ change }: { change: NonNullable<FoundTurn['change']> }) {
  const t = await texts()
  const { storeId, memoryId, versionId, sequence } = change
  const version = await versionIfThere(database(), { storeId, versionId })
  if (!version) return <p className="text-ink-3">{t('WhyFound.gone')}</p>
  const [before] = await versionsBefore({ storeId, memoryId, sequence })
  const changesetId = await changesetOfVersion(database(), versionId)
  const unreviewed = await unreviewedVersions(database(), memoryId)
  return (
    <section className="overflow-hidden rounded-card shadow-[0_0_0_1px_var(--line)]">
      <div className="flex flex-wrap items-center gap-2 border-b border-line bg-track px-4 py-2">
        <h3 className="min-w-0 font-mono text-sm break-all">
          <VisibleLabel text={version.path ?? before?.path ?? '…'} />
        </h3>
        <Badge>v{version.ordinal}</Badge>
        {unreviewed?.versionIds.has(versionId) ? (
          <Badge tone="caution">{t('Since.neverReviewed')}</Badge>
        ) : null}
        {changesetId === null ? null : (
          <Link
            href={`/review/${changesetId}`}
            className="ml-auto text-sm font-medium text-accent underline-offset-2 hover:underline"
          >
            {t('Since.openChangeset')}
          </Link>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-2 text-sm">
        <WrittenBy version={version} />
        {sequence - change.after > change.together ? (
          <span className="text-ink-3">
            {t('Since.between', { from: change.after, to: sequence })}
          </span>
        ) : null}
        {change.together > 1 ? (
          <span className="text-ink-3">{t('Since.together', { count: change.together - 1 })}</span>
        ) : null}
      </div>
      <UnifiedDiff
        before={await secretsMaskedIn(before?.content ?? '')}
        after={await secretsMaskedIn(version.content ?? '')}
        path={version.path}
        pathBefore={before?.path ?? null}
      />
    </section>
  )
}

async function versionsBefore({
  storeId,
  memoryId,
  sequence,
}: Pick<NonNullable<FoundTurn['change']>, 'storeId' | 'memoryId' | 'sequence'>) {
  const page = await listVersions(database(), {
    storeId,
    memoryId,
    before: sequence,
    limit: 1,
    view: 'full',
  })
  return page.versions
}
