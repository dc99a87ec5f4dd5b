import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { createFormatter, createTranslator } from 'use-intl/core'
import { isLocale, type Locale, preferredLocale } from '@/lib/text/locale'
import { messagesOf } from './messages'

export const LOCALE_COOKIE = 'locale'

/** The language of this request: the chosen one, else the browser's. */
export const requestLocale = cache(async (): Promise<Locale> => {
  const chosen = (await cookies()).get(LOCALE_COOKIE)?.value
  if (isLocale(chosen)) return chosen
  return preferredLocale((await headers()).get('accept-language'))
})

/** The texts of this request's language, for server rendering. */
export const texts = cache(async () => {
  const locale = await requestLocale()
  return createTranslator({ locale, messages: messagesOf(locale) })
})

/**
 * Formats numbers and dates in this request's language. Times are UTC on the server; the browser
 * shows its own.
 */
export const formats = cache(async () => {
  const locale = await requestLocale()
  return createFormatter({ locale, timeZone: 'UTC' })
})
