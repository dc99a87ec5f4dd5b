'use server'

import { z } from 'zod'
import { act, refused, shown } from '@/components/act/act'
import { unlessRefused } from '@/lib/refusal'
import { masked } from '@/lib/scan/masked'
import { getMemory } from '@/lib/store/memories'
import {
  findSpellings,
  findText,
  type MemoryHit,
  type PlaceCount,
  withCopies,
} from '@/lib/store/redact/find'
import { redactText } from '@/lib/store/redact/redact'
import { listStores } from '@/lib/store/stores'
import { hitLines } from '@/lib/text/highlight'
import { type Match, matchesAt } from '@/lib/text/matches'
import { occurrences } from '@/lib/text/occurrences'
import { type Looked, type LookedMemory, NOTHING } from './looked'

const MEMORIES_SHOWN = 20
const LINES_SHOWN = 3

/** Texts come as JSON: a form writes its own line ends over theirs. */
const asked = z.object({
  asked: z
    .string()
    .transform((json) => JSON.parse(json) as unknown)
    .pipe(
      z.object({
        text: z.string(),
        /** brought with it */
        others: z.array(z.string()),
        /** null: nothing was shown yet */
        ticked: z.object({ also: z.array(z.string()), copyIds: z.array(z.string()) }).nullable(),
      }),
    ),
  store: z.string().default(''),
})

/** Looks for a text. It comes by the form and stands in no address; the answer has it masked. */
export async function lookFor(_before: Looked, data: FormData): Promise<Looked> {
  const { asked: ask, store: storeId } = asked.parse(Object.fromEntries(data))
  const nothing: Looked = {
    ...NOTHING,
    text: masked(ask.text),
    length: [...ask.text].length,
    storeId,
  }
  try {
    return { ...nothing, ...(await lookedFor(ask, storeId)) }
  } catch (error) {
    return { ...nothing, why: (await refused(error)).why }
  }
}

async function lookedFor(
  { text, others: brought, ticked: before }: z.output<typeof asked>['asked'],
  storeId: string,
): Promise<Partial<Looked>> {
  const storeIds = storeId === '' ? undefined : [storeId]
  const spellings = await findSpellings({ text, storeIds })
  const copies = storeIds ? await copiesWith(text, storeIds) : []
  const others = await countedIn(brought, storeIds)
  const also = [
    ...spellings.map((each) => each.text).filter((each) => before?.also.includes(each)),
    ...others.map((each) => each.text).filter((each) => before?.also.includes(each) ?? true),
  ]
  const copyIds = copies.map(({ id }) => id).filter((id) => before?.copyIds.includes(id) ?? true)
  const { counts, hits, total, hash } = await findText({
    text,
    also,
    storeIds: storeIds && [...storeIds, ...copyIds],
    limit: MEMORIES_SHOWN,
  })
  const memories = hits.filter((hit) => hit.kind === 'memory')
  const wanted = [text, ...also]
  // One that is not ticked stays where it stands, and is as secret.
  const secrets = [text, ...[...spellings, ...others].map((each) => each.text)]
  const columns = counts.filter(({ place }) => place.includes('.')).length
  return {
    counts,
    total: sumOf(counts),
    hash,
    memories: await Promise.all(memories.map((hit) => lookedMemory(hit, wanted, secrets))),
    moreMemories: total - columns - memories.length,
    spellings: spellings.map(choiceOf),
    others: others.map(choiceOf),
    copies,
    ticked: { also, copyIds },
  }
}

const choiceOf = ({ text, counts }: { text: string; counts: PlaceCount[] }) => ({
  text,
  masked: masked(text),
  count: sumOf(counts),
})

/** Those of some texts that stand anywhere, and where. */
async function countedIn(texts: readonly string[], storeIds: string[] | undefined) {
  const counted: { text: string; counts: PlaceCount[] }[] = []
  for (const text of texts) {
    const { counts } = await findText({ text, storeIds, limit: 0 })
    if (counts.length > 0) counted.push({ text, counts })
  }
  return counted
}

/** A memory's own text is that of one of its versions, and is counted as that. */
const sumOf = (counts: readonly PlaceCount[]) =>
  counts.reduce((sum, { place, count }) => (place === 'memory' ? sum : sum + count), 0)

async function lookedMemory(
  hit: MemoryHit,
  texts: readonly string[],
  secrets: readonly string[],
): Promise<LookedMemory> {
  const known = { ...hit, path: hit.path === null ? null : withMasked(hit.path, secrets) }
  if (!hit.isNow) return { ...known, lines: [], moreLines: 0 }
  const content = await textOf(hit.storeId, hit.memoryId)
  const matches = texts.flatMap((text) => matchesByLine(content, text))
  const all = hitLines(matches.toSorted((one, other) => one.line - other.line))
  const lines = all.slice(0, LINES_SHOWN).map((line) => ({
    ...line,
    parts: line.parts.map((part) => {
      return { ...part, text: part.isMatch ? masked(part.text) : withMasked(part.text, secrets) }
    }),
  }))
  return { ...known, lines, moreLines: all.length - lines.length }
}

/** Shorter lines of a secret say nothing of it, and stand everywhere. */
const LEAST_CHARACTERS = 3

/** A line with secrets masked in it; of one of several lines each is. */
function withMasked(line: string, secrets: readonly string[]): string {
  const each = secrets
    .flatMap((secret) => secret.split('\n'))
    .filter((part) => part.trim().length >= LEAST_CHARACTERS)
  // The longest first: a shorter one may be a part of it.
  const inOrder = each.toSorted((one, other) => other.length - one.length)
  return inOrder.reduce((shownLine, part) => shownLine.replaceAll(part, masked(part)), line)
}

/** Where a text stands; of several lines, each is a match of its own. */
function matchesByLine(content: string, text: string): Match[] {
  const offsets = occurrences(content, text)
  let from = 0
  return text.split('\n').flatMap((line) => {
    const begins = from
    from += line.length + 1
    const starts = offsets.map((at) => at + begins)
    return line === '' ? [] : matchesAt(content, starts, line.length)
  })
}

/** The text of a memory; of one that is damaged, or gone meanwhile, no line is shown. */
const textOf = async (storeId: string, memoryId: string): Promise<string> =>
  (await unlessRefused(getMemory({ storeId, memoryId }, 'full')))?.content ?? ''

async function copiesWith(text: string, storeIds: readonly string[]): Promise<Looked['copies']> {
  const ids = (await withCopies(storeIds)).filter((id) => !storeIds.includes(id))
  if (ids.length === 0) return []
  const { items } = await listStores({ limit: ids.length, onlyIds: ids, includeArchived: true })
  const looked = await Promise.all(
    items.map(async ({ id, name }) => {
      const { counts } = await findText({ text, storeIds: [id], limit: 0 })
      return { id, name, count: sumOf(counts) }
    }),
  )
  return looked.filter(({ count }) => count > 0)
}

/** Redacts a text for good, as long as it stands where it was shown; answers the job. */
export const redact = act(
  shown(
    { hash: z.string() },
    {
      text: z.string(),
      also: z.array(z.string()),
      replacement: z.string(),
      storeId: z.string(),
      copyIds: z.array(z.string()),
      earlierVersions: z.enum(['rewrite', 'empty']),
    },
  ),
  async ({ hash, storeId, copyIds, ...ask }, by) => {
    const storeIds = storeId === '' ? undefined : [storeId, ...copyIds]
    return (await redactText({ ...ask, storeIds }, by, { hash })).id
  },
)
