import { getTranslations } from 'next-intl/server'
import { Badge } from '@/components/ui/badge'
import { countFailing } from '@/lib/why/strips'

/** How many of a store's tests fail, beside the name of their page; nothing where none does. */
export async function FailingTests({ storeId }: { storeId: string }) {
  const count = await countFailing(storeId)
  if (count === 0) return null
  const t = await getTranslations('Tests')
  return <Badge tone="removed">{t('failing', { count })}</Badge>
}
