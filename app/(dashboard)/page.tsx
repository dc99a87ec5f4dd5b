import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { Welcome } from '@/components/welcome/welcome'
import { numbersOf } from '@/lib/live/live'
import { countToReview } from '@/lib/review/to-review'
import { reachedAt } from '@/lib/server-file'
import { listStores } from '@/lib/store/stores'

/** Without any store, how to begin; else what waits for a person, or the stores. */
export default async function FrontPage() {
  const at = Object.fromEntries(await numbersOf(['stores']))
  const { items } = await listStores({ limit: 1, includeArchived: true })
  if (items.length > 0) {
    const { memories, held } = await countToReview()
    redirect(memories + held > 0 ? '/review' : '/stores')
  }
  const address = reachedAt(await headers())
  return (
    <PageWithTexts texts={['Welcome', 'NewStore']} kind="index">
      <Live at={at} />
      <Welcome address={address} />
    </PageWithTexts>
  )
}
