import { getNow, getTranslations } from 'next-intl/server'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { StoreList } from '@/components/store/list'
import { NewStore } from '@/components/store/new'
import { numbersOf } from '@/lib/live/live'
import { toReviewByStore } from '@/lib/review/to-review'
import { storesByLastChange } from '@/lib/store/last-changes'

/** Which store? */
export default async function StoresPage() {
  const t = await getTranslations('Stores')
  const at = Object.fromEntries(await numbersOf(['stores']))
  const [stores, toReview] = await Promise.all([storesByLastChange(), toReviewByStore()])
  const live = stores.filter(({ archivedAt }) => !archivedAt)
  return (
    <PageWithTexts texts={['NewStore']} kind="index" name={t('title')}>
      <Live at={at} />
      <PageHead title={t('title')} meta={live.length || null} primary={<NewStore />} />
      <StoreList stores={stores} toReview={toReview} now={await getNow()} />
    </PageWithTexts>
  )
}
