'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of what changes a store: writing, restoring, undoing, settings. */
export const ChangingTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?changing').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?changing').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?changing').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?changing').then(addedTexts)),
})
