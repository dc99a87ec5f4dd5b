import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VisibleLabel } from '@/components/content/visible-label'
import { FileChanges } from '@/components/diff/file-changes'
import { LostLines } from '@/components/history/lost-lines'
import { RestoreVersion } from '@/components/history/restore-version'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { getVersion } from '@/lib/store/get-version'
import { listVersions } from '@/lib/store/list-versions'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { StoreError } from '@/lib/store/model/problems'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'
import { lostLines } from './lost-lines'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/restore'>,
): Promise<Metadata> {
  const t = await texts()
  return {
    title: `${t('Restore.title')} · ${plainName((await storeOf((await props.params).storeId)).name)}`,
  }
}

/**
 * Previews rolling a memory back to a version, with the writers who would lose lines, and does it.
 */
export default async function RestorePage(props: PageProps<'/stores/[storeId]/restore'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const { version: versionId } = await props.searchParams
  const version = await versionNamed(store.id, versionId)
  const head = await headOf(version)
  const address = `/stores/${store.id}?memory=${version.memoryId}`
  const isSame = head.path === version.path && head.sha256 === version.sha256
  const now = head.operation === 'deleted' ? null : stateOf(head)
  const then = stateOf(version)
  const { ordinal } = version
  return (
    <div className="sheet space-y-6 px-5 py-4" data-page="index">
      <header>
        <Link href={address} className="text-sm text-accent hover:underline">
          ← <VisibleLabel text={store.name} />
        </Link>
        <h1 className="text-xl font-semibold">
          {t(now === null ? 'Restore.titleDeleted' : 'Restore.titleOf', { ordinal })}
        </h1>
        <p className="text-ink-3">{t('Restore.about')}</p>
      </header>
      {store.archivedAt === null ? null : (
        <p className="text-caution">{t('Problem.store_archived')}</p>
      )}
      {then === null ? (
        <p role="status">{t('Problem.version_redacted')}</p>
      ) : (
        <>
          <RestoreVersion
            storeId={store.id}
            memoryId={version.memoryId}
            versionId={version.id}
            ordinal={ordinal}
            seenVersionId={head.id}
            isSame={isSame}
            isArchived={store.archivedAt !== null}
          />
          {isSame ? null : (
            <>
              <LostLines
                writers={await lostLines(database(), head, now?.content ?? '', then.content)}
              />
              <FileChanges
                label={t('Restore.titleOf', { ordinal })}
                changes={[
                  {
                    memoryId: version.memoryId,
                    before: now,
                    after: then,
                    href: address,
                    note: null,
                  },
                ]}
              />
            </>
          )}
        </>
      )}
    </div>
  )
}

async function versionNamed(storeId: string, versionId: unknown): Promise<MemoryVersion> {
  if (typeof versionId !== 'string') notFound()
  try {
    const version = await getVersion(database(), { storeId, versionId })
    if (version.operation === 'deleted') notFound()
    return version
  } catch (error) {
    if (error instanceof StoreError) notFound()
    throw error
  }
}

/** The memory's head, even if that is its deletion. */
async function headOf({ storeId, memoryId }: MemoryVersion): Promise<MemoryVersion> {
  const { versions } = await listVersions(database(), { storeId, memoryId, limit: 1 })
  const [newest] = versions
  if (!newest) notFound()
  return getVersion(database(), { storeId, versionId: newest.id })
}

function stateOf({ path, content }: MemoryVersion): { path: string; content: string } | null {
  return path === null || content === null ? null : { path, content }
}
