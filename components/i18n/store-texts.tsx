'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of a store and of its memories. */
export const StoreTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?store').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?store').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?store').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?store').then(addedTexts)),
})
