import 'server-only'
import { texts } from '@/components/i18n/server-texts'
import { isRefusal } from '@/lib/replay/problems'
import { plainName } from '@/lib/text/plain-text'

/** Why work on a turn failed, for people. `error`: as it is stored. */
export async function failureWords(error: string): Promise<string> {
  const t = await texts()
  const [kind, message] = [error.split(': ', 1)[0] ?? '', error.slice(error.indexOf(': ') + 2)]
  if (isRefusal(kind)) return t(`WhyRefused.${kind}`)
  if (!error.includes(': ')) return t('WhyFound.internal')
  return t('WhyFound.failedWhy', { message: plainName(message) })
}
