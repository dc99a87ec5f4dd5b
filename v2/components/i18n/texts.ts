import 'server-only'
import { createHash } from 'node:crypto'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import ko from '@/messages/ko.json'
import pt from '@/messages/pt.json'

import { LOCALES, type Locale } from '@/lib/text/locale'
import { keepTexts, type Texts } from './kept-texts'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof en
  }
}

/** Time zone of times on the server and until a page is hydrated. */
export const TIME_ZONE = 'UTC'

const ALL: Record<Locale, Texts> = { en, ko, de, pt }

/** Of one page each, which brings them itself where its client components need them (`PageTexts`). */
export const OF_PAGES = [
  'ApiKeys',
  'Compare',
  'Environment',
  'Installation',
  'Plan',
  'Problems',
  'Redact',
  'Search',
  'Seed',
  'StoreSettings',
] as const

export type OfPages = (typeof OF_PAGES)[number]

const isOfPages = (name: string) => OF_PAGES.some((each) => each === name)

// Where client components look while they are rendered here.
for (const locale of LOCALES) keepTexts(locale, sharedTexts(locale))

function sharedTexts(locale: Locale): Texts {
  return Object.fromEntries(Object.entries(ALL[locale]).filter(([name]) => !isOfPages(name)))
}

/** Texts that a page brings. */
export function pageTexts(locale: Locale, names: readonly OfPages[]): Texts {
  return Object.fromEntries(names.map((name) => [name, ALL[locale][name]]))
}

export function messagesOf(locale: Locale): Texts {
  return ALL[locale]
}

/** A file of the texts of a language, under a name that changes with them. */
export interface TextsFile {
  name: string
  script: string
}

const files = new Map<Locale, TextsFile>()

/** The file that gives the browser the texts of a language; pages hold their own ones at most. */
export function textsFile(locale: Locale): TextsFile {
  const kept = files.get(locale)
  if (kept !== undefined) return kept
  const json = JSON.stringify(sharedTexts(locale))
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 12)
  const script = `(window.palimpsestTexts??={}).${locale}=${json};dispatchEvent(new Event("palimpsest:texts"))`
  const file = { name: `${locale}.${hash}.js`, script }
  files.set(locale, file)
  return file
}
