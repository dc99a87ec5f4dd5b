'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of the home page, the log and the search. */
export const ListsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?lists').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?lists').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?lists').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?lists').then(addedTexts)),
})
