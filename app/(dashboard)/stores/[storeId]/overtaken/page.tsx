import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditMemory } from '@/components/content/edit-memory-lazy'
import { VisiblePath } from '@/components/content/visible-path'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { writtenWords } from '@/components/history/written-words'
import { formats, texts } from '@/components/i18n/server-texts'
import { conflictTexts } from '@/lib/connect/conflict'
import { database } from '@/lib/db/open-database'
import { mergeRegions } from '@/lib/text/merge'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Undo.mergeTitle') }
}

/** Merges a change of the store that a watched folder overtook with what the file holds now. */
export default async function OvertakenPage(props: PageProps<'/stores/[storeId]/overtaken'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const { version } = await props.searchParams
  if (typeof version !== 'string' || store.archivedAt !== null) notFound()
  const conflict = await conflictTexts(database(), { storeId: store.id, versionId: version })
  if (!conflict) notFound()
  const { memoryId, path, theirs, change, theirsAt } = conflict
  const since = (await formats()).dateTime(theirsAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Page kind="working">
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: '/connections', label: t('Nav.connections') },
        ]}
        title={
          <span className="font-mono">
            <VisiblePath path={path} />
          </span>
        }
      />
      <EditMemory
        storeId={store.id}
        memoryId={memoryId}
        content={theirs}
        taken={mergeRegions(conflict)}
        settles={version}
        sides={{
          theirs: { name: t('Merge.file'), about: t('Merge.since', { time: since }) },
          mine: { name: t('Merge.store'), about: await writtenWords(change) },
        }}
        limit={store.settings.maxContentBytes}
        address={`/stores/${store.id}?memory=${memoryId}`}
        mergedAt={`/stores/${store.id}/merged?version=`}
      />
      <KeyBar keys={['takeTheirs', 'takeMine', 'steps', 'save']} />
    </Page>
  )
}
