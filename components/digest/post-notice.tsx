import 'server-only'
import { formats, texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { failedDigestPost } from '@/lib/review/digest/digest-notice'

/** Says if the last digest that was to be posted was not taken. */
export async function PostNotice() {
  const failed = await failedDigestPost(database())
  if (!failed) return null
  const t = await texts()
  const format = await formats()
  const { from, fault, tries, nextTryAt } = failed
  const date = format.dateTime(from, { dateStyle: 'medium' })
  const isGivenUp = String(nextTryAt === null)
  return (
    <p role="note" className="border-b border-line bg-caution-bg px-6 py-2 text-caution">
      {t('Digest.postFailed', { date, fault, tries, isGivenUp })}
    </p>
  )
}
