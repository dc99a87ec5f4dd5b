import Link from 'next/link'
import { texts } from '@/components/i18n/server-texts'

export default async function NotFound() {
  const t = await texts()
  return (
    <main className="mx-auto max-w-xl p-8">
      <h1 className="text-xl font-semibold">{t('App.notFound')}</h1>
      <p className="mt-2 text-faint">
        {t('App.notFoundWhy')}{' '}
        <Link href="/" className="text-accent underline underline-offset-2">
          {t('App.allStores')}
        </Link>
      </p>
    </main>
  )
}
