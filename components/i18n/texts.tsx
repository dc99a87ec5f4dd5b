import 'server-only'
import { createHash } from 'node:crypto'
import { cookies, headers } from 'next/headers'
import { getLocale, getRequestConfig } from 'next-intl/server'
import type { ReactNode } from 'react'
import { keptIn } from '@/components/frame/kept'
import { Page, type PageProps } from '@/components/frame/page'
import { LOCALES, type Locale, preferredLocale } from '@/lib/text/locale'
import de from '@/messages/de.json'
import en from '@/messages/en.json'
import ko from '@/messages/ko.json'
import pt from '@/messages/pt.json'
import { keepTexts, type Texts } from './kept-texts'
import { MoreTexts } from '@/components/frame/providers'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: typeof en
  }
}

const ALL: Record<Locale, Texts> = { en, ko, de, pt }

/** What pages share. Any other is of one page, which brings it where its client components need it (`PageTexts`). */
const SHARED = [
  'Blame',
  'Common',
  'Dismissal',
  'Edit',
  'Faults',
  'Frame',
  'History',
  'Keys',
  'Lines',
  'Live',
  'Memory',
  'Merge',
  'Palette',
  'Requests',
  'Store',
  'Time',
  'Tree',
] as const

export type OfPages = Exclude<keyof typeof en, (typeof SHARED)[number]>

const isShared = (name: string) => SHARED.some((each) => each === name)

/** The names of those of one page each. */
export const OF_PAGES = Object.keys(en).filter((name) => !isShared(name))

// Where client components look while they are rendered here.
for (const locale of LOCALES) keepTexts(locale, sharedTexts(locale))

function sharedTexts(locale: Locale): Texts {
  return Object.fromEntries(Object.entries(ALL[locale]).filter(([name]) => isShared(name)))
}

/** What server components are worded with: in the language that was chosen, else the browser's. */
export default getRequestConfig(async () => {
  const locale =
    keptIn(await cookies()).locale ?? preferredLocale((await headers()).get('accept-language'))
  return { locale, messages: ALL[locale], timeZone: 'UTC' }
})

/**
 * Around client components that speak of what one page alone is about: their texts come with that
 * page, so that the others need not load them.
 */
export async function PageTexts({ of, children }: { of: readonly OfPages[]; children: ReactNode }) {
  const all = ALL[await getLocale()]
  const texts = Object.fromEntries(of.map((name) => [name, all[name]]))
  return <MoreTexts texts={texts}>{children}</MoreTexts>
}

/** A page with the texts that no other speaks of. */
export const PageWithTexts = ({ texts, ...page }: PageProps & { texts: readonly OfPages[] }) => (
  <PageTexts of={texts}>
    <Page {...page} />
  </PageTexts>
)

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
