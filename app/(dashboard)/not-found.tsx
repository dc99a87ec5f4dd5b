import { Link } from '@/components/ui/link'
import { texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'

/** The 404 page for a page or a store. */
export default async function NotFound() {
  const t = await texts()
  return (
    <div className="mx-auto max-w-xl space-y-4 p-8">
      <title>{t('App.notFound')}</title>
      <h1 className="text-xl font-semibold">{t('App.notFound')}</h1>
      <p className="text-faint">{t('App.notFoundWhy')}</p>
      <div className="flex gap-2">
        <Link href="/" className={buttonLook({ look: 'primary' })}>
          {t('App.allStores')}
        </Link>
        <Link href="/activity?operation=deleted" className={buttonLook()}>
          {t('App.lookDeleted')}
        </Link>
      </div>
    </div>
  )
}
