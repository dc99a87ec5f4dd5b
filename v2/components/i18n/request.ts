import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { isLocale, type Locale, preferredLocale } from '@/lib/text/locale'
import { LOCALE_COOKIE } from './language'
import { messagesOf, TIME_ZONE } from './texts'

/** The language of this request: the chosen one, else the browser's. */
export async function requestLocale(): Promise<Locale> {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value
  if (isLocale(chosen)) return chosen
  return preferredLocale((await headers()).get('accept-language'))
}

/** What server components are worded with (`getTranslations`, `useTranslations`). */
export default getRequestConfig(async () => {
  const locale = await requestLocale()
  return { locale, messages: messagesOf(locale), timeZone: TIME_ZONE }
})
