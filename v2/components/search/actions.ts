'use server'

import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { problemWords } from '@/components/act/problem-words'
import { isRefusal } from '@/lib/refusal'
import { writersOf } from '@/lib/store/actors'
import { namesByLastChange } from '@/lib/store/last-changes'
import type { Store, Version } from '@/lib/store/model/model'
import { search, searchHistory } from '@/lib/store/search'
import { getStore } from '@/lib/store/stores'
import type { Found, LifeEnd, Searched } from './found'

const HITS_A_STORE = 20

/** A search of many large stores is cut here and says so; milliseconds. */
const PATIENCE = 10_000

const form = z.object({
  q: z.string(),
  store: z.string().default(''),
  history: z.string().default(''),
})

/** Searches the memories of all stores or one. The text stands in no address: it comes by the form. */
export async function searchMemories(_before: Searched, data: FormData): Promise<Searched> {
  const { q: query, store: storeId, history } = form.parse(Object.fromEntries(data))
  const isHistory = history !== ''
  if (query.trim() === '') return { query: '', storeId, isHistory, found: null, why: null }
  try {
    const stores = storeId === '' ? await namesByLastChange() : [await getStore(storeId)]
    const found = await foundIn(stores, query, isHistory)
    return { query, storeId, isHistory, found, why: null }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const why = problemWords(await getTranslations('Problems'), error)
    return { query, storeId, isHistory, found: null, why }
  }
}

async function foundIn(
  stores: readonly Pick<Store, 'id' | 'name' | 'createdAt'>[],
  query: string,
  isHistory: boolean,
): Promise<Found> {
  const signal = AbortSignal.timeout(PATIENCE)
  const found: Found = { stores: [], unsearched: 0 }
  for (const [at, store] of stores.entries()) {
    const asked = { storeId: store.id, query, limit: HITS_A_STORE, signal }
    try {
      const { hits, hasMore } = isHistory ? await past(asked) : await present(asked)
      const { id, name, createdAt } = store
      if (hits.length > 0) found.stores.push({ id, name, since: createdAt, hits, hasMore })
    } catch (error) {
      if (!signal.aborted) throw error
      return { ...found, unsearched: stores.length - at }
    }
  }
  return found
}

type Asked = Parameters<typeof searchHistory>[0]

async function present(asked: Asked) {
  const { hits, hasMore } = await search(asked)
  const found = hits.map(({ memory: { id, path, versionId }, pathMatches, matches }) => {
    return { id, path, versionId, pathMatches, matches, lives: [], isGone: false }
  })
  return { hits: found, hasMore }
}

async function past(asked: Asked) {
  const { hits, hasMore } = await searchHistory(asked)
  const ends = hits.flatMap(({ appearances }) =>
    appearances.flatMap(({ from, until }) => [from, until]),
  )
  const writerOf = await writersOf(ends.filter((end) => end !== null))
  const endOf = (version: Version): LifeEnd => {
    const { id, ordinal, createdAt: at } = version
    return { id, ordinal, at, by: writerOf(version) }
  }
  const found = hits.map(({ memoryId, newest, pathMatches, matches, appearances }) => ({
    id: memoryId,
    path: newest.path,
    versionId: newest.id,
    pathMatches,
    matches,
    lives: appearances.map(({ from, until }) => ({
      from: endOf(from),
      until: until && endOf(until),
    })),
    isGone: appearances.at(-1)?.until !== null,
  }))
  return { hits: found, hasMore }
}
