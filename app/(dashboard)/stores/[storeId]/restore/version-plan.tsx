import { notFound } from 'next/navigation'
import { texts } from '@/components/i18n/server-texts'
import { NoPlan, PlanPage } from '@/components/plan/plan-page'
import type { Search } from '@/components/plan/plan-address'
import { database } from '@/lib/db/open-database'
import type { MemorySummary } from '@/lib/store/model/memory-change'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'
import { plainName } from '@/lib/text/plain-text'
import { headOf } from '../head-of'
import { LostLines } from './lost-lines'

export interface VersionPlanProps {
  store: MemoryStore
  versionId: string
  search: Search
}

/** The plan of restoring a memory to a version. */
export async function VersionPlan({ store, versionId, search }: VersionPlanProps) {
  const t = await texts()
  const version = await versionNamed(store.id, versionId)
  const { memoryId, ordinal } = version
  const head = await headOf(store.id, memoryId)
  if (head === null) notFound()
  const path = plainName(head.path ?? version.path ?? t('Memory.redactedPath'))
  const crumbs = [
    { href: `/stores/${store.id}`, label: store.name },
    { href: `/stores/${store.id}?memory=${memoryId}`, label: path },
  ]
  const isGone = head.operation === 'deleted'
  const title = t(isGone ? 'Restore.titleDeleted' : 'Restore.titleOf', { ordinal })
  const after = summaryOf(version)
  const problem = problemOf(store, version)
  if (after === null || problem !== null) {
    return (
      <NoPlan
        crumbs={crumbs}
        title={title}
        nothing={t(`Problem.${problem ?? 'version_redacted'}`)}
      />
    )
  }
  const isSame = !head.isDamaged && head.path === version.path && head.sha256 === version.sha256
  const change = { memoryId, before: isGone ? null : summaryOf(head), after }
  const willChange = isSame ? [] : [change]
  const plan = { willChange, alreadySo: isSame ? [change] : [], changedSince: [], cannot: [] }
  const text = {
    memoryId,
    before: textOf(isGone ? null : head),
    after: textOf(version),
    partial: null,
  }
  return (
    <PlanPage
      crumbs={crumbs}
      title={title}
      act={{ kind: 'version', storeId: store.id, versionId, seenVersionId: head.id }}
      ordinal={ordinal}
      run={{ words: t('Restore.run', { ordinal }), busy: t('Restore.running') }}
      plan={plan}
      leftOut={[]}
      all={willChange}
      page={`/stores/${store.id}/restore`}
      search={search}
      nothing={t('Restore.same', { ordinal })}
      stays={t('Restore.stays')}
      textsOf={() => Promise.resolve([text])}
      about={() => Promise.resolve(<LostLines storeId={store.id} text={text} />)}
    />
  )
}

async function versionNamed(storeId: string, versionId: string): Promise<MemoryVersion> {
  try {
    const version = await getVersion(database(), { storeId, versionId, whenDamaged: 'leave out' })
    if (version.operation === 'deleted') notFound()
    return version
  } catch (error) {
    if (error instanceof StoreError) notFound()
    throw error
  }
}

function problemOf({ archivedAt }: MemoryStore, { isDamaged, content }: MemoryVersion) {
  if (archivedAt !== null) return 'store_archived'
  if (isDamaged) return 'version_damaged'
  return content === null ? 'version_redacted' : null
}

function summaryOf({ path, sha256, size }: MemoryVersion): MemorySummary | null {
  return path === null || sha256 === null || size === null ? null : { path, sha256, size }
}

function textOf(version: MemoryVersion | null): { path: string; content: string } | null {
  if (version === null || version.path === null || version.content === null) return null
  return { path: version.path, content: version.content }
}
