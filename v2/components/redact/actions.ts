'use server'

import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { problemWords } from '@/components/act/problem-words'
import { isRefusal, Refusal } from '@/lib/refusal'
import { getMemory } from '@/lib/store/memories'
import {
  findSpellings,
  findText,
  type PlaceCount,
  type TextHit,
  withCopies,
} from '@/lib/store/redact/find'
import { redactText } from '@/lib/store/redact/redact'
import { storeNames } from '@/lib/store/stores'
import { hitLines } from '@/lib/text/highlight'
import { masked } from '@/lib/text/masked'
import { matchesAt } from '@/lib/text/matches'
import { occurrences } from '@/lib/text/occurrences'
import type { Looked, LookedMemory } from './looked'

const MEMORIES_SHOWN = 20
const LINES_SHOWN = 3

const form = z.object({ text: z.string(), store: z.string().default('') })

/** Looks for a text. It comes by the form and stands in no address; the answer has it masked. */
export async function lookFor(_before: Looked, data: FormData): Promise<Looked> {
  const { text, store: storeId } = form.parse(Object.fromEntries(data))
  const nothing: Looked = {
    text: masked(text),
    length: [...text].length,
    storeId,
    counts: [],
    total: 0,
    memories: [],
    moreMemories: 0,
    spellings: [],
    copies: [],
    why: null,
  }
  try {
    return { ...nothing, ...(await lookedFor(text, storeId)) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { ...nothing, why: problemWords(await getTranslations('Problems'), error) }
  }
}

async function lookedFor(text: string, storeId: string): Promise<Partial<Looked>> {
  const storeIds = storeId === '' ? undefined : [storeId]
  const { counts, hits, total } = await findText({ text, storeIds, limit: MEMORIES_SHOWN })
  const memories = hits.filter((hit) => hit.kind === 'memory')
  const columns = counts.filter(({ place }) => place.includes('.')).length
  const spellings = await findSpellings({ text, storeIds })
  return {
    counts,
    total: sumOf(counts),
    memories: await Promise.all(memories.map((hit) => lookedMemory(hit, text))),
    moreMemories: total - columns - memories.length,
    spellings: spellings.map((each) => ({
      text: each.text,
      masked: masked(each.text),
      count: sumOf(each.counts),
    })),
    copies: storeIds ? await copiesWith(text, storeIds) : [],
  }
}

/** A memory's own text is that of one of its versions, and is counted as that. */
const sumOf = (counts: readonly PlaceCount[]) =>
  counts.reduce((sum, { place, count }) => (place === 'memory' ? sum : sum + count), 0)

async function lookedMemory(
  hit: Extract<TextHit, { kind: 'memory' }>,
  text: string,
): Promise<LookedMemory> {
  const { memoryId: id, storeId, path, isNow, versions } = hit
  const known = { id, storeId, path: path?.replaceAll(text, masked(text)) ?? null, isNow, versions }
  if (!isNow) return { ...known, lines: [], moreLines: 0 }
  const content = await textOf(storeId, id)
  const all = hitLines(matchesAt(content, occurrences(content, text), text.length))
  const lines = all.slice(0, LINES_SHOWN).map((line) => ({
    ...line,
    parts: line.parts.map((part) => (part.isMatch ? { ...part, text: masked(text) } : part)),
  }))
  return { ...known, lines, moreLines: all.length - lines.length }
}

/** The text of a memory; of one that is damaged, or gone meanwhile, no line is shown. */
async function textOf(storeId: string, memoryId: string): Promise<string> {
  try {
    return (await getMemory({ storeId, memoryId }, 'full')).content
  } catch (error) {
    if (isRefusal(error)) return ''
    throw error
  }
}

async function copiesWith(text: string, storeIds: readonly string[]): Promise<Looked['copies']> {
  const copies = (await withCopies(storeIds)).filter((id) => !storeIds.includes(id))
  const names = await storeNames(copies)
  const looked = await Promise.all(
    copies.map(async (id) => {
      const { counts } = await findText({ text, storeIds: [id], limit: 0 })
      return { id, name: names.get(id) ?? id, count: sumOf(counts) }
    }),
  )
  return looked.filter(({ count }) => count > 0)
}

/** Redacts a text for good, as long as it stands where it was shown; answers the job. */
export const redact = act(
  shown(
    { places: z.number().int() },
    {
      text: z.string(),
      also: z.array(z.string()),
      replacement: z.string(),
      storeId: z.string(),
      copyIds: z.array(z.string()),
      earlierVersions: z.enum(['rewrite', 'empty']),
    },
  ),
  async ({ places, storeId, copyIds, ...ask }, by) => {
    const storeIds = storeId === '' ? undefined : [storeId]
    const { counts } = await findText({ text: ask.text, storeIds, limit: 0 })
    if (sumOf(counts) !== places) {
      throw new Refusal('plan_changed', 'The text stands elsewhere by now: look for it again.')
    }
    const all = storeIds && { storeIds: [...storeIds, ...copyIds] }
    return (await redactText({ ...ask, ...all }, by)).id
  },
)
