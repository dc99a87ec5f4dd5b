import { History } from 'lucide-react'
import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { reviewPlace } from '@/components/redact/redact-address'
import { RedactEverywhere } from '@/components/redact/redact-everywhere'
import { offeredStores } from '@/components/stores/offered-stores'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { namesOfStores } from '@/lib/store/stores/store-names'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.title') }
}

/** Redacts a text everywhere; the text itself is never in an address. */
export default async function RedactPage(props: PageProps<'/redact'>) {
  const t = await texts()
  const { store, review } = await props.searchParams
  const [offered, named] = await Promise.all([
    offeredStores({ withArchived: true }),
    namesOfStores(database(), typeof store === 'string' ? [store] : []),
  ])
  const [chosen = null] = [...named].map(([id, name]) => ({ id, name }))
  return (
    <Page kind="working">
      <PageHead
        crumbs={chosen ? [{ href: `/stores/${chosen.id}`, label: chosen.name }] : []}
        title={t('Redact.title')}
        guide="redact"
        actions={
          <Link href="/redactions" className={buttonVariants({ variant: 'quiet' })}>
            <History size={15} aria-hidden />
            <ActWords>{t('Redact.earlierRedactions')}</ActWords>
          </Link>
        }
      />
      <RedactEverywhere
        offered={offered}
        chosen={chosen}
        review={reviewPlace(review)}
        feet={{
          asking: <KeyBar keys={[]} />,
          found: <KeyBar keys={['steps', 'redactNow']} />,
        }}
      />
    </Page>
  )
}
