import { getNow, getTranslations } from 'next-intl/server'
import { PageWithTexts } from '@/components/i18n/texts'
import { Search } from '@/components/search/search'
import { namesByLastChange } from '@/lib/store/last-changes'

/** Where does it stand, or did? */
export default async function SearchPage({ searchParams }: PageProps<'/search'>) {
  const t = await getTranslations('Search')
  const { store } = await searchParams
  const named = typeof store === 'string' ? store : ''
  const stores = await namesByLastChange(named)
  return (
    <PageWithTexts texts={['Search']} kind="index" name={t('title')}>
      <h1 className="sr-only">{t('title')}</h1>
      <Search
        stores={stores.map(({ id, name }) => ({ id, name }))}
        storeId={stores.find(({ id }) => id === named)?.id ?? ''}
        now={await getNow()}
      />
    </PageWithTexts>
  )
}
