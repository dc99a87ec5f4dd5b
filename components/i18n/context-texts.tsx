'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

/** Adds the texts of what a model was told. */
export const ContextTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?context').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?context').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?context').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?context').then(addedTexts)),
})
