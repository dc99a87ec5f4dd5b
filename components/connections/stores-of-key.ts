import { useTranslations } from 'next-intl'
import { plainName } from '@/lib/text/visible-text'

/** Words for the stores that a key opens; `storeNames`: by id. */
export function useStoresOfKey(
  storeNames: ReadonlyMap<string, string>,
): (storeIds: readonly string[]) => string {
  const t = useTranslations('ApiKeys')
  return ([only, ...others]) => {
    if (only === undefined) return t('allStores')
    if (others.length > 0) return t('storeCount', { count: others.length + 1 })
    return plainName(storeNames.get(only) ?? t('storeGone'))
  }
}
