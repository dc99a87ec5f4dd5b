'use client'

import { type ComponentType, type ReactNode, useMemo } from 'react'
import { IntlProvider, useLocale, useMessages } from 'use-intl'
import type { Locale } from '@/lib/text/locale'
import type { Messages } from './messages'

export type TextsProvider = ComponentType<{ children: ReactNode }>

/** A script of texts, as it is imported. */
export interface TextsModule {
  default: Partial<Messages>
}

/** Gives the components in it these texts besides those that are there already. */
export function addedTexts({ default: added }: TextsModule): TextsProvider {
  return function AddedTexts({ children }) {
    const around = useMessages()
    const messages = useMemo(() => ({ ...around, ...added }), [around])
    const locale = useLocale()
    return (
      <IntlProvider locale={locale} messages={messages}>
        {children}
      </IntlProvider>
    )
  }
}

/** Chooses among providers by the language that is shown. */
export function textsByLocale(providers: Record<Locale, TextsProvider>): TextsProvider {
  return function LocaleTexts({ children }) {
    const Texts = providers[useLocale()]
    return <Texts>{children}</Texts>
  }
}
