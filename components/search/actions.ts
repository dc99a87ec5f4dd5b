'use server'

import { z } from 'zod'
import { refused } from '@/components/act/act'
import { flagsOf } from '@/lib/scan/flags-of'
import { masked, previewLines } from '@/lib/scan/masked'
import { writersOf } from '@/lib/store/actors'
import { namesByLastChange } from '@/lib/store/last-changes'
import type { Store, Version } from '@/lib/store/model/model'
import { search, searchHistory } from '@/lib/store/search'
import { getStore } from '@/lib/store/stores'
import { type HitLine, hitLines } from '@/lib/text/highlight'
import type { Match } from '@/lib/text/matches'
import type { Found, FoundStore, LifeEnd, Searched } from './found'

const HITS_A_STORE = 20

/** A search of many large stores is cut here and says so; milliseconds. */
const PATIENCE = 10_000

const form = z.object({
  q: z.string(),
  store: z.string().default(''),
  folder: z
    .string()
    .default('')
    .transform((folder) =>
      folder
        .trim()
        .replace(/^(?=[^/])/, '/')
        .replace(/\/+$/, ''),
    ),
  history: z.string().default(''),
  /** the store of which more is asked for */
  more: z.string().default(''),
})

/** Searches the memories of all stores or one. The text stands in no address: it comes by the form. */
export async function searchMemories(before: Searched, data: FormData): Promise<Searched> {
  const { q: query, store: storeId, folder, history, more } = form.parse(Object.fromEntries(data))
  const asked = { query, storeId, folder, isHistory: history !== '' }
  if (query.trim() === '') return { ...asked, query: '', found: null, why: null }
  try {
    const known = more !== '' && isSame(before, asked) ? before.found : null
    if (known) return { ...asked, found: await withMore(known, more, asked), why: null }
    const stores = storeId === '' ? await namesByLastChange() : [await getStore(storeId)]
    return { ...asked, found: await foundIn(stores, asked), why: null }
  } catch (error) {
    return { ...asked, found: null, why: (await refused(error)).why }
  }
}

type Wanted = Pick<Searched, 'query' | 'storeId' | 'folder' | 'isHistory'>

const isSame = (one: Wanted, other: Wanted): boolean =>
  (['query', 'storeId', 'folder', 'isHistory'] as const).every((of) => one[of] === other[of])

async function foundIn(
  stores: readonly Pick<Store, 'id' | 'name' | 'createdAt'>[],
  wanted: Wanted,
): Promise<Found> {
  const signal = AbortSignal.timeout(PATIENCE)
  const found: Found = { stores: [], unsearched: 0 }
  for (const [at, { id, name, createdAt }] of stores.entries()) {
    try {
      const { hits, next } = await hitsOf(id, wanted, { signal })
      if (hits.length > 0) found.stores.push({ id, name, since: createdAt, hits, next })
    } catch (error) {
      if (!signal.aborted) throw error
      return { ...found, unsearched: stores.length - at }
    }
  }
  return found
}

/** What was found, with the next of one store. */
async function withMore(found: Found, storeId: string, wanted: Wanted): Promise<Found> {
  const last = found.stores.find(({ id }) => id === storeId)?.next
  if (!last) return found
  const signal = AbortSignal.timeout(PATIENCE)
  const { hits, next } = await hitsOf(storeId, wanted, { signal, after: last })
  const stores = found.stores.map((store) =>
    store.id === storeId ? { ...store, hits: [...store.hits, ...hits], next } : store,
  )
  return { ...found, stores }
}

function hitsOf(
  storeId: string,
  { query, folder: below, isHistory }: Wanted,
  page: { signal: AbortSignal; after?: string },
): Promise<Pick<FoundStore, 'hits' | 'next'>> {
  const asked = { storeId, query, below, limit: HITS_A_STORE, ...page }
  return isHistory ? past(asked) : present(asked)
}

type Asked = Parameters<typeof searchHistory>[0]

async function present(asked: Asked) {
  const { hits, next } = await search(asked)
  const lines = await shownLines(hits)
  const found = hits.map(({ memory: { id, path, versionId }, pathMatches }, at) => {
    return { id, path, versionId, pathMatches, lines: lines[at] ?? [], lives: [], isGone: false }
  })
  return { hits: found, next }
}

async function past(asked: Asked) {
  const { hits, next } = await searchHistory(asked)
  const ends = hits.flatMap(({ appearances }) =>
    appearances.flatMap(({ from, until }) => [from, until]),
  )
  const writerOf = await writersOf(ends.filter((end) => end !== null))
  const endOf = (version: Version): LifeEnd => {
    const { id, ordinal, createdAt: at } = version
    return { id, ordinal, at, by: writerOf(version) }
  }
  const lines = await shownLines(hits)
  const found = hits.map(({ memoryId, newest, pathMatches, appearances }, at) => ({
    id: memoryId,
    path: newest.path,
    versionId: newest.id,
    pathMatches,
    lines: lines[at] ?? [],
    lives: appearances.map(({ from, until }) => ({
      from: endOf(from),
      until: until && endOf(until),
    })),
    isGone: appearances.at(-1)?.until !== null,
  }))
  return { hits: found, next }
}

/** A long word at the end of what is shown of a line, or where it was cut: half a secret looks like none. */
const CUT = /(?<=…)[\w+/=.~-]{12,}|[\w+/=.~-]{12,}(?=$|…)(?<=^.{180,})/gs

/** The lines of each hit as previews show them; one in which something is masked has no match marked. */
async function shownLines(hits: readonly { matches: readonly Match[] }[]): Promise<HitLine[][]> {
  const all = hits.map(({ matches }) => hitLines(matches))
  const texts = all.flat().map(({ parts }) => parts.map(({ text }) => text).join(''))
  const content = texts.map((text) => text.replace(CUT, masked)).join('\n')
  const shown = previewLines(content, await flagsOf({ path: '/', content })).values()
  const before = texts.values()
  return all.map((lines) =>
    lines.map((line) => {
      const { value: text = '' } = shown.next()
      return text === before.next().value ? line : { ...line, parts: [{ text, isMatch: false }] }
    }),
  )
}
