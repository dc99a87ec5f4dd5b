'use client'

import dynamic from 'next/dynamic'
import type { ComponentType, ReactNode } from 'react'
import type { Locale } from '@/lib/text/locale'

type Provider = ComponentType<{ children: ReactNode }>

// A script of its own for each language, which the browser keeps: written into the pages, the texts
// would come with each of them anew.
const PROVIDERS: Record<Locale, Provider> = {
  de: dynamic(() => import('./texts-de').then((module) => module.TextsDe)),
  en: dynamic(() => import('./texts-en').then((module) => module.TextsEn)),
  ko: dynamic(() => import('./texts-ko').then((module) => module.TextsKo)),
  pt: dynamic(() => import('./texts-pt').then((module) => module.TextsPt)),
}

/** Gives the components in it the texts of a language. */
export function TextsProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const Texts = PROVIDERS[locale]
  return <Texts>{children}</Texts>
}
