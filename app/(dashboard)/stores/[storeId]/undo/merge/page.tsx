import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EditMemory } from '@/components/content/edit-memory-lazy'
import { VisiblePath } from '@/components/content/visible-path'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { undoneTexts } from '@/lib/store/undone-texts'
import { storeOf } from '../../store-of'
import { changesNamed, undoAddress } from '../undo-address'

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
  const back = undoAddress(`/stores/${store.id}/undo`, search, {})
  return (
    <div className="sheet" data-page="working">
      <header className="border-b border-line px-4 py-2">
        <Link href={back} className="text-sm text-accent hover:underline">
          ← {t('Undo.title')}
        </Link>
        <h1 className="font-medium">
          {t('Undo.mergeTitle')}{' '}
          <span className="font-mono text-sm">
            <VisiblePath path={text.before.path} />
          </span>
        </h1>
      </header>
      <EditMemory
        storeId={store.id}
        memoryId={memoryId}
        content={text.before.content}
        taken={{ forced: text.after.content, partial: text.partial ?? text.before.content }}
        limit={store.settings.maxContentBytes}
        address={`/stores/${store.id}?memory=${memoryId}`}
      />
    </div>
  )
}
