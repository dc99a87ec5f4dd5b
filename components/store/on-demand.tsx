'use client'

import dynamic from 'next/dynamic'

// A store's page shows one of many things: each is loaded by pages that show it, before they are
// hydrated.

// Without a script nobody edits, and a draft is in the browser: these come after the rest.
export const EditMemory = dynamic(
  () => import('@/components/editor/edit-memory').then((it) => it.EditMemory),
  { ssr: false },
)

export const DraftNotice = dynamic(
  () => import('@/components/editor/draft').then((it) => it.DraftNotice),
  { ssr: false },
)

export const MemoryActs = dynamic(() =>
  import('@/components/memory/menu').then((it) => it.MemoryActs),
)

export const AskAgent = dynamic(() =>
  import('@/components/requests/requests').then((it) => it.AskAgent),
)

export const Versions = dynamic(() =>
  import('@/components/history/versions').then((it) => it.Versions),
)

export const VersionActs = dynamic(() =>
  import('@/components/history/version-acts').then((it) => it.VersionActs),
)

export const PastNotice = dynamic(() =>
  import('@/components/history/past-notice').then((it) => it.PastNotice),
)

export const TextLines = dynamic(() => import('@/components/lines/text').then((it) => it.TextLines))

export const Blame = dynamic(() => import('@/components/lines/blame').then((it) => it.Blame))

export const Preview = dynamic(() => import('@/components/memory/preview').then((it) => it.Preview))

export const Difference = dynamic(() =>
  import('@/components/lines/difference').then((it) => it.Difference),
)

export const DiffSteps = dynamic(() =>
  import('@/components/lines/diff-steps').then((it) => it.DiffSteps),
)

// Files are dropped by hand: nobody does before all is there.
export const SeedDrop = dynamic(() => import('@/components/seed/files').then((it) => it.SeedDrop), {
  ssr: false,
})
