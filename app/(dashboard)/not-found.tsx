import { SearchX } from 'lucide-react'
import { Page } from '@/components/frame/page'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'

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
              <Link href="/stores" className={buttonLook({ look: 'primary' })}>
                {t('App.allStores')}
              </Link>
              <Link href="/activity?operation=deleted" className={buttonLook()}>
                {t('App.lookDeleted')}
              </Link>
            </>
          }
        >
          {t('App.notFoundWhy')}
        </EmptyState>
      </div>
    </Page>
  )
}
