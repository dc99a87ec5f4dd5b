'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of reviewing. */
export const ReviewTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?review').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?review').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?review').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?review').then(addedTexts)),
})
