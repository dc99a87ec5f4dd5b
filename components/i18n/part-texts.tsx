'use client'

import dynamic from 'next/dynamic'
import { addedTexts, textsByLocale } from './added-texts'

// All in one script: each on its own would be too short to be sent compressed.

/** Adds the texts of a store and of its memories. */
export const StoreTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?store').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?store').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?store').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?store').then(addedTexts)),
})

/** Adds the texts of what changes a store: writing, restoring, undoing, settings. */
export const ChangingTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?changing').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?changing').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?changing').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?changing').then(addedTexts)),
})

/** Adds the texts of branches. */
export const BranchingTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?branching').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?branching').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?branching').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?branching').then(addedTexts)),
})

/** Adds the texts of sessions. */
export const SessionsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?sessions').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?sessions').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?sessions').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?sessions').then(addedTexts)),
})

/** Adds the texts of opening a session. */
export const OpeningTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?opening').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?opening').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?opening').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?opening').then(addedTexts)),
})

/** Adds the texts of what a model was told. */
export const ContextTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?context').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?context').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?context').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?context').then(addedTexts)),
})

/** Adds the texts of redacting. */
export const RedactingTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?redacting').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?redacting').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?redacting').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?redacting').then(addedTexts)),
})

/** Adds the texts of the home page, the log and the search. */
export const ListsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?lists').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?lists').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?lists').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?lists').then(addedTexts)),
})

/** Adds the texts of reviewing. */
export const ReviewTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?review').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?review').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?review').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?review').then(addedTexts)),
})

/** Adds the texts of what was found in a store. */
export const FindingsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?findings').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?findings').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?findings').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?findings').then(addedTexts)),
})

/** Adds the texts of a store's policy. */
export const PolicyTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?policy').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?policy').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?policy').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?policy').then(addedTexts)),
})

/** Adds the texts of a store's tests. */
export const TestsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?tests').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?tests').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?tests').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?tests').then(addedTexts)),
})

/** Adds the texts of comments. */
export const CommentsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?comments').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?comments').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?comments').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?comments').then(addedTexts)),
})

/** Adds the texts of connections and keys. */
export const ConnectionsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?connections').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?connections').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?connections').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?connections').then(addedTexts)),
})

/** Adds the texts of seeding. */
export const SeedingTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?seeding').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?seeding').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?seeding').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?seeding').then(addedTexts)),
})

/** Adds the texts of a store's overview that its scripts show. */
export const OverviewTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?overview').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?overview').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?overview').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?overview').then(addedTexts)),
})

/** Adds the texts of differences. */
export const DiffTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?diff').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?diff').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?diff').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?diff').then(addedTexts)),
})

/** Adds the texts of editing a memory. */
export const EditingTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?editing').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?editing').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?editing').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?editing').then(addedTexts)),
})

/** Adds the texts of a store's experiments. */
export const ExperimentsTexts = textsByLocale({
  de: dynamic(() => import('@/messages/de.json?experiments').then(addedTexts)),
  en: dynamic(() => import('@/messages/en.json?experiments').then(addedTexts)),
  ko: dynamic(() => import('@/messages/ko.json?experiments').then(addedTexts)),
  pt: dynamic(() => import('@/messages/pt.json?experiments').then(addedTexts)),
})
