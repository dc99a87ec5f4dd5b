import type { Metadata } from 'next'
import { texts } from '@/components/i18n/server-texts'
import { RedactEverywhere } from '@/components/redact/redact-everywhere'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { allStores } from '@/lib/store/list-stores'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.title') }
}

/** Redacts a text everywhere; the text itself is never in an address. */
export default async function RedactPage(props: PageProps<'/redact'>) {
  const t = await texts()
  const { store } = await props.searchParams
  const stores = await allStores(database(), { includeArchived: true })
  const chosen = stores.find(({ id }) => id === store)?.id ?? null
  return (
    <div className="sheet space-y-4 px-5 py-4" data-page="index">
      <h1 className="text-xl font-semibold">{t('Redact.title')}</h1>
      <p className="text-ink-3">
        {t('Redact.about')}{' '}
        <Link href="/redactions" className="text-accent underline">
          {t('Redact.earlierRedactions')}
        </Link>
      </p>
      <RedactEverywhere stores={stores.map(({ id, name }) => ({ id, name }))} chosen={chosen} />
    </div>
  )
}
