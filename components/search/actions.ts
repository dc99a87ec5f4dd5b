'use server'

import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { problemWords } from '@/components/act/problem-words'
import { isRefusal } from '@/lib/refusal'
import { flagsOf } from '@/lib/scan/flags-of'
import { masked, previewLines } from '@/lib/scan/masked'
import { writersOf } from '@/lib/store/actors'
import { namesByLastChange } from '@/lib/store/last-changes'
import type { Store, Version } from '@/lib/store/model/model'
import { search, searchHistory } from '@/lib/store/search'
import { getStore } from '@/lib/store/stores'
import { type HitLine, hitLines } from '@/lib/text/highlight'
import type { Match } from '@/lib/text/matches'
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
  const lines = await shownLines(hits)
  const found = hits.map(({ memory: { id, path, versionId }, pathMatches }, at) => {
    return { id, path, versionId, pathMatches, lines: lines[at] ?? [], lives: [], isGone: false }
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
  return { hits: found, hasMore }
}

/** A long word at the end of what is shown of a line, or where it was cut: half a secret looks like none. */
const CUT = /(?<=…)[\w+/=.~-]{12,}|(?<=^.{180,})[\w+/=.~-]{12,}(?=$|…)/gs

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
