import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditMemory } from '@/components/content/edit-memory-lazy'
import { VisiblePath } from '@/components/content/visible-path'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { writtenWords } from '@/components/history/written-words'
import { texts } from '@/components/i18n/server-texts'
import { addressOf } from '@/components/plan/plan-address'
import { database } from '@/lib/db/open-database'
import { undoneTexts } from '@/lib/store/undo/undo-changes'
import { differingRegions } from '@/lib/text/merge'
import { storeOf } from '../../store-of'
import { headOf } from '../../head-of'
import { changesNamed } from '../undo-address'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Undo.mergeTitle') }
}

/** Merges one memory by hand where others changed the same lines since. */
export default async function MergePage(props: PageProps<'/stores/[storeId]/undo/merge'>) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const changes = changesNamed(search)
  const memoryId = typeof search.memory === 'string' ? search.memory : null
  if (changes === null || memoryId === null || store.archivedAt !== null) notFound()
  const [text] = await undoneTexts(database(), {
    storeId: store.id,
    changes,
    isForced: false,
    memoryIds: [memoryId],
  })
  if (!text?.before || !text.after) notFound()
  const head = await headOf(store.id, memoryId)
  if (head === null) notFound()
  const back = addressOf(`/stores/${store.id}/undo`, { ...search, memory: undefined })
  const taken = differingRegions(text.after.content, text.partial ?? text.before.content)
  return (
    <Page kind="working">
      <PageHead
        crumbs={[
          { href: `/stores/${store.id}`, label: store.name },
          { href: back, label: t('Undo.title') },
        ]}
        title={
          <span className="font-mono">
            <VisiblePath path={text.before.path} />
          </span>
        }
      />
      <EditMemory
        storeId={store.id}
        memoryId={memoryId}
        content={text.before.content}
        taken={taken}
        sides={{
          theirs: { name: t('Merge.now'), about: await writtenWords(head) },
          mine: { name: t('Merge.undone'), about: t('Merge.undoneAbout') },
        }}
        limit={store.settings.maxContentBytes}
        address={`/stores/${store.id}?memory=${memoryId}`}
        mergedAt={`/stores/${store.id}/merged?version=`}
      />
      <KeyBar keys={['takeTheirs', 'takeMine', 'steps', 'save']} />
    </Page>
  )
}
