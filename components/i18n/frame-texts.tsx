'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { IntlProvider } from 'use-intl'
import type { Locale } from '@/lib/text/locale'
import type { TextsModule, TextsProvider } from './added-texts'
import { TIME_ZONE } from './time-zone'

// A script of its own for each language, which the browser keeps: written into the pages, the texts
// would come with each of them anew.
const PROVIDERS: Record<Locale, TextsProvider> = {
  de: dynamic(() => import('@/messages/de.json?frame').then(textsIn('de'))),
  en: dynamic(() => import('@/messages/en.json?frame').then(textsIn('en'))),
  ko: dynamic(() => import('@/messages/ko.json?frame').then(textsIn('ko'))),
  pt: dynamic(() => import('@/messages/pt.json?frame').then(textsIn('pt'))),
}

function textsIn(locale: Locale) {
  return ({ default: messages }: TextsModule): TextsProvider =>
    function Texts({ children }) {
      return (
        <IntlProvider locale={locale} messages={messages} timeZone={TIME_ZONE}>
          {children}
        </IntlProvider>
      )
    }
}

/** Gives the components in it a language, and the texts that every page needs. */
export function FrameTexts({ locale, children }: { locale: Locale; children: ReactNode }) {
  const Texts = PROVIDERS[locale]
  return <Texts>{children}</Texts>
}
