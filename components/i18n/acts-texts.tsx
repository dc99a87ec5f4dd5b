'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of seeding and redacting. */
export const ActsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?acts').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?acts').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?acts').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?acts').then(addedTexts)),
})
