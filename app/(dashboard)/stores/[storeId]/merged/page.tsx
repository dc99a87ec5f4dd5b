import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VisiblePath } from '@/components/content/visible-path'
import { Page, PageHead } from '@/components/frame/page'
import { ChangingTexts } from '@/components/i18n/part-texts'
import { texts } from '@/components/i18n/server-texts'
import { ActResult } from '@/components/plan/act-result'
import { database } from '@/lib/db/open-database'
import { StoreError } from '@/lib/store/model/problems'
import { getVersion } from '@/lib/store/versions/read-versions'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Undo.mergeTitle') }
}

/** Says that a memory was merged by hand, and how to undo that; the address names what was written. */
export default async function MergedPage(props: PageProps<'/stores/[storeId]/merged'>) {
  const store = await storeOf((await props.params).storeId)
  const { version: versionId } = await props.searchParams
  if (typeof versionId !== 'string') notFound()
  const { memoryId, path } = await versionNamed(store.id, versionId)
  const title = path === null ? (await texts())('Memory.redactedPath') : <VisiblePath path={path} />
  return (
    <Page kind="working">
      <PageHead
        crumbs={[{ href: `/stores/${store.id}`, label: store.name }]}
        title={<span className="font-mono">{title}</span>}
      />
      <ChangingTexts>
        <ActResult
          kind="merge"
          storeId={store.id}
          outcome={{
            memories: 1,
            changed: [{ memoryId, path: path ?? '' }],
            left: 0,
            named: [],
            undoHref: `/stores/${store.id}/undo?version=${versionId}`,
          }}
        />
      </ChangingTexts>
    </Page>
  )
}

async function versionNamed(storeId: string, versionId: string) {
  try {
    return await getVersion(database(), { storeId, versionId, whenDamaged: 'leave out' })
  } catch (error) {
    if (error instanceof StoreError) notFound()
    throw error
  }
}
