'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of the palette and of the list of keys. */
export const PaletteTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?palette').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?palette').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?palette').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?palette').then(addedTexts)),
})
