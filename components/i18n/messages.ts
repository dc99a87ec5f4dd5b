import { LOCALES, type Locale } from '@/lib/text/locale'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import ko from '@/messages/ko.json'
import pt from '@/messages/pt.json'

export type Messages = typeof en

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

const ALL: Record<Locale, Messages> = { en, ko, de, pt }

export function messagesOf(locale: Locale): Messages {
  return ALL[locale]
}

/** Names of the languages for their menu, each in its own language. */
export const LANGUAGE_NAMES: Record<Locale, string> = Object.fromEntries(
  LOCALES.map((locale) => [
    locale,
    new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale,
  ]),
) as Record<Locale, string>
