import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { RedactEverywhere } from '@/components/redact/redact-everywhere'
import { buttonLook } from '@/components/ui/button'
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
  const chosen = stores.find(({ id }) => id === store) ?? null
  return (
    <Page kind="working">
      <PageHead
        crumbs={chosen ? [{ href: `/stores/${chosen.id}`, label: chosen.name }] : []}
        title={t('Redact.title')}
        guide="redact"
        actions={
          <Link href="/redactions" className={buttonLook({ look: 'quiet' })}>
            <History size={15} aria-hidden />
            {t('Redact.earlierRedactions')}
          </Link>
        }
      />
      <RedactEverywhere
        stores={stores.map(({ id, name }) => ({ id, name }))}
        chosen={chosen?.id ?? null}
      />
      <KeyBar keys={['nextPlace', 'previousPlace', 'nextKind', 'previousKind', 'redactNow']} />
    </Page>
  )
}
