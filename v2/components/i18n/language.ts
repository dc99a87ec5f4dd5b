import type { Locale } from '@/lib/text/locale'

/** Where a browser keeps the language that was chosen; else it is the one it asks for. */
export const LOCALE_COOKIE = 'locale'

/** Names of the languages, each in its own. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  ko: '한국어',
  de: 'Deutsch',
  pt: 'Português',
}
