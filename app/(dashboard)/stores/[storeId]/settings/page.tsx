import type { Metadata } from 'next'
import { VisibleLabel } from '@/components/content/visible-label'
import { Link } from '@/components/ui/link'
import type { ReactNode } from 'react'
import { formats, texts } from '@/components/i18n/server-texts'
import { EditStore } from '@/components/stores/edit-store'
import { EndStore } from '@/components/stores/end-store'
import { ExportLinks } from '@/components/stores/export-links'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/stores/[storeId]/settings'>,
): Promise<Metadata> {
  const t = await texts()
  return {
    title: `${t('StoreSettings.title')} · ${plainName((await storeOf((await props.params).storeId)).name)}`,
  }
}

/** A store's settings, its export, and archiving or deleting it. */
export default async function StoreSettingsPage(props: PageProps<'/stores/[storeId]/settings'>) {
  const t = await texts()
  const format = await formats()
  const store = await storeOf((await props.params).storeId)
  const isArchived = store.archivedAt !== null
  return (
    <div className="sheet space-y-8 px-5 py-4" data-page="index">
      <header>
        <Link href={`/stores/${store.id}`} className="text-sm text-accent hover:underline">
          ← <VisibleLabel text={store.name} />
        </Link>
        <h1 className="text-xl font-semibold">{t('StoreSettings.title')}</h1>
        <p className="font-mono text-xs text-ink-3">{store.id}</p>
      </header>
      {store.archivedAt === null ? null : (
        <p className="text-caution">
          {t('StoreSettings.archivedSince', {
            date: format.dateTime(store.archivedAt, { dateStyle: 'long' }),
          })}
        </p>
      )}
      <EditStore
        store={{
          storeId: store.id,
          name: store.name,
          description: store.description,
          maxContentBytes: store.settings.maxContentBytes,
        }}
        isArchived={isArchived}
      />
      <Part title={t('StoreSettings.export')} about={t('StoreSettings.exportAbout')}>
        <ExportLinks storeId={store.id} />
      </Part>
      {isArchived ? null : (
        <Part title={t('StoreSettings.archive')} about={t('StoreSettings.archiveAbout')}>
          <EndStore what="archive" store={{ id: store.id, name: store.name }} />
        </Part>
      )}
      <Part title={t('StoreSettings.delete')} about={t('StoreSettings.deleteAbout')}>
        <EndStore what="delete" store={{ id: store.id, name: store.name }} />
      </Part>
    </div>
  )
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="space-y-2 border-t border-line pt-4">
      <h2 className="font-medium">{title}</h2>
      <p className="text-ink-3">{about}</p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
