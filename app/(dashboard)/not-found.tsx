import { SearchX } from 'lucide-react'
import { Page } from '@/components/frame/page'
import { MissingAddress, NearestSection } from '@/components/frame/missing-page'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'

/** The 404 page for a page or a store. */
export default async function NotFound() {
  const t = await texts()
  return (
    <Page kind="index">
      <title>{t('App.notFound')}</title>
      <div className="pt-[12vh]">
        <EmptyState
          Icon={SearchX}
          title={<h1>{t('App.notFound')}</h1>}
          action={
            <>
              <NearestSection />
              <Link href="/log?operation=deleted" className={buttonVariants()}>
                {t('App.lookDeleted')}
              </Link>
            </>
          }
        >
          <p>{t('App.notFoundWhy')}</p>
          <MissingAddress />
        </EmptyState>
      </div>
    </Page>
  )
}
