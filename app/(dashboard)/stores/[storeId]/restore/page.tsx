import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { FileChanges } from '@/components/diff/file-changes'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { LostLines } from '@/components/history/lost-lines'
import { RestoreVersion } from '@/components/history/restore-version'
import { texts } from '@/components/i18n/server-texts'
import { Point, Points } from '@/components/ui/points'
import { database } from '@/lib/db/open-database'
import { getVersion, listVersions } from '@/lib/store/versions/read-versions'
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
  const isSame = !head.isDamaged && head.path === version.path && head.sha256 === version.sha256
  const now = head.operation === 'deleted' ? null : stateOf(head)
  const then = stateOf(version)
  const { ordinal } = version
  const crumbs = [
    { href: `/stores/${store.id}`, label: store.name },
    { href: address, label: plainName(head.path ?? then?.path ?? t('Memory.redactedPath')) },
  ]
  const title = t(now === null ? 'Restore.titleDeleted' : 'Restore.titleOf', { ordinal })
  if (then === null) {
    return (
      <Page kind="index">
        <PageHead crumbs={crumbs} title={title} />
        <PageBody>
          <p role="status">
            {t(version.isDamaged ? 'Problem.version_damaged' : 'Problem.version_redacted')}
          </p>
        </PageBody>
      </Page>
    )
  }
  return (
    <Page kind="working">
      <RestoreVersion
        crumbs={crumbs}
        title={title}
        storeId={store.id}
        memoryId={version.memoryId}
        versionId={version.id}
        ordinal={ordinal}
        seenVersionId={head.id}
        isSame={isSame}
        isArchived={store.archivedAt !== null}
      >
        {isSame ? null : (
          <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:overflow-auto max-md:overflow-visible">
            <section
              aria-label={t('Restore.titleOf', { ordinal })}
              tabIndex={0}
              className="min-w-0 flex-1 overflow-auto p-4 outline-offset-[-2px] max-lg:flex-none max-lg:overflow-visible"
            >
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
            </section>
            <aside
              aria-label={t('Restore.effects')}
              tabIndex={0}
              className="w-72 shrink-0 space-y-5 overflow-auto border-line bg-well p-4 outline-offset-[-2px] max-lg:w-auto max-lg:border-t lg:rounded-r-sheet lg:border-l"
            >
              <LostLines
                writers={
                  head.isDamaged
                    ? []
                    : await lostLines(database(), head, now?.content ?? '', then.content)
                }
              />
              <Points title={t('Undo.stays')}>
                <Point Icon={History}>{t('Restore.about')}</Point>
              </Points>
            </aside>
          </div>
        )}
      </RestoreVersion>
    </Page>
  )
}

async function versionNamed(storeId: string, versionId: unknown): Promise<MemoryVersion> {
  if (typeof versionId !== 'string') notFound()
  try {
    const version = await getVersion(database(), { storeId, versionId, whenDamaged: 'leave out' })
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
  return getVersion(database(), { storeId, versionId: newest.id, whenDamaged: 'leave out' })
}

function stateOf({ path, content }: MemoryVersion): { path: string; content: string } | null {
  return path === null || content === null ? null : { path, content }
}
