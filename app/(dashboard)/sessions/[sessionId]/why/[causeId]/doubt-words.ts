import { texts } from '@/components/i18n/server-texts'
import type { CauseResult } from '@/lib/replay/model/replay'

/** Sentences on why a result is weaker than its numbers. */
export async function doubts({ confirmed, areRepeatsWeak }: CauseResult): Promise<string[]> {
  const t = await texts()
  const unlike = (confirmed?.unlike ?? []).map(({ end, share }) =>
    end === 'as_it_was'
      ? t('WhyFound.unlikeAsItWas', { ...share })
      : t('WhyFound.unlikeAllHidden', { ...share }),
  )
  return areRepeatsWeak === true ? [...unlike, t('WhyFound.repeatsAreWeak')] : unlike
}
