'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of sessions. */
export const SessionsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?sessions').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?sessions').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?sessions').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?sessions').then(addedTexts)),
})
