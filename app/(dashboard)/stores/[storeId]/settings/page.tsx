import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Page } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { ExpirySection } from '@/components/settings/expiry-section'
import { StoreLimitsSection } from '@/components/settings/store-limits-section'
import { CloneStore } from '@/components/stores/clone-store'
import { EditStore } from '@/components/stores/edit-store'
import { EndStore } from '@/components/stores/end-store'
import { ExportLinks } from '@/components/stores/export-links'
import { database } from '@/lib/db/open-database'
import { storeLimits } from '@/lib/store/stores/store-limits'
import { plainName } from '@/lib/text/plain-text'
import { StoreHead } from '../store-head'
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
  const limits = await storeLimits(database(), { storeId: store.id })
  const isArchived = store.archivedAt !== null
  return (
    <Page kind="index">
      <StoreHead store={store} current="settings" guide="settings" />
      <div className="min-w-0 flex-1">
        {store.archivedAt === null ? null : (
          <p className="border-b border-line px-5 py-4 text-caution max-md:px-4">
            {t('StoreSettings.archivedSince', {
              date: format.dateTime(store.archivedAt, { dateStyle: 'long' }),
            })}
          </p>
        )}
        <div className="max-w-5xl px-5 py-5 max-md:px-4">
          <EditStore
            store={{
              storeId: store.id,
              name: store.name,
              description: store.description,
            }}
            isArchived={isArchived}
          />
          <p className="mt-3 text-xs text-ink-3">
            {t('StoreSettings.id')} <code className="select-all">{store.id}</code>
          </p>
        </div>
        <StoreLimitsSection storeId={store.id} limits={limits} isArchived={isArchived} />
        <ExpirySection store={store} now={requestTime()} />
        <Part title={t('StoreSettings.export')} about={t('StoreSettings.exportAbout')}>
          <ExportLinks storeId={store.id} />
        </Part>
        <Part title={t('StoreSettings.clone')} about={t('StoreSettings.cloneAbout')}>
          <CloneStore store={{ id: store.id, name: store.name }} />
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
    </Page>
  )
}

/** Returns the time of the request, in milliseconds since 1970. */
function requestTime(): number {
  return Date.now()
}

function Part({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-start gap-x-8 gap-y-3 border-t border-line px-5 py-4 max-md:px-4">
      <div className="max-w-xl min-w-0 flex-1 basis-72">
        <h2 className="font-semibold">{title}</h2>
        <p className="max-w-[60ch] text-ink-3">{about}</p>
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
