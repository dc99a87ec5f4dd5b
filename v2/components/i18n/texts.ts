import 'server-only'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
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

// Where client components look while they are rendered here.
for (const locale of LOCALES) keepTexts(locale, ALL[locale])

export function messagesOf(locale: Locale): Texts {
  return ALL[locale]
}

/** A file of all texts of a language, under a name that changes with them. */
export interface TextsFile {
  name: string
  script: string
  /** the script, compressed by gzip */
  packed: Uint8Array<ArrayBuffer>
}

const files = new Map<Locale, TextsFile>()

/** The file that gives the browser the texts of a language; pages hold none. */
export function textsFile(locale: Locale): TextsFile {
  const kept = files.get(locale)
  if (kept !== undefined) return kept
  const json = JSON.stringify(ALL[locale])
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 12)
  const script = `(window.palimpsestTexts??={}).${locale}=${json};dispatchEvent(new Event("palimpsest:texts"))`
  const file = {
    name: `${locale}.${hash}.js`,
    script,
    packed: new Uint8Array(gzipSync(script, { level: 9 })),
  }
  files.set(locale, file)
  return file
}
