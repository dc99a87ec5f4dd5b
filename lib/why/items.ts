import { createHash } from 'node:crypto'
import { turn as pace } from '@/lib/db'
import { isOf, textOf } from '@/lib/sessions/event'
import { blame } from '@/lib/store/blame'
import { type LineRange, splitLines } from '@/lib/text/lines'
import { LongText } from '@/lib/text/long-text'
import { comparePaths } from '@/lib/text/memory-path'
import type { Hidden } from './scratch'
import { shownIn, type Turn, type TurnMemory } from './turn'

/** What is searched among, the most suspect first, and what repeats of a question turn. */

/** One thing that is hidden or shown: a memory, `mem_…`, or lines of one, each `mem_…:4`. */
export type Item = readonly string[]

export interface Items {
  items: readonly Item[]
  /** what else repeats may turn; `turns` counts on from the items to these */
  aside: readonly Item[]
  turns: readonly number[]
}

/** Of fewer one would often be a cause; a cycle of more lines is never run through. */
const LEAST_TURNED = 24
const MOST_LINES_TURNED = 96

/** The memories that stood when the turn began. */
export async function memoriesToSearch(turn: Turn): Promise<Items> {
  const { memories } = turn
  const order = (await inOrderOfSuspicion(turn)).order.map(({ memory }) => memory)
  const shown = new LongText(shownIn(turn))
  const turned: number[] = []
  for (const [item, memory] of order.entries()) {
    if (await stands(turn, memory, shown)) turned.push(item)
  }
  const items = order.map(({ memoryId }): Item => [memoryId])
  if (turned.length >= LEAST_TURNED) return { items, aside: [], turns: turned.toReversed() }
  // Among few memories the turned one would often be a cause, and so would a line of the most suspect.
  const lines = await linesThatWereRead(turn, order.slice(1).toReversed(), shown)
  return { items, aside: lines, turns: lines.map((_, index) => memories.length + index) }
}

/** A memory that is searched, with why it is where it is in the order of suspicion. */
export interface Suspect {
  memory: TurnMemory
  /** the rarest words that it shares with the answer */
  shares: string[]
  isRead: boolean
}

/**
 * What the form shows: the first memories that are searched, and the sentence that it proposes to ask about,
 * of those that stand in the answer as it is shown.
 */
export async function suspectsOf(
  turn: Turn,
  { eventId, shown: clear, most }: { eventId: string; shown: readonly string[]; most: number },
): Promise<{ suspects: Suspect[]; proposed: string }> {
  const { recorded, answer } = turn
  const { order, rarity } = await inOrderOfSuspicion(turn)
  const places = new Map([...wordsOfAnswer(turn)].map((word, at) => [word, at]))
  const placeOf = (word: string) => places.get(word) ?? 0
  const shown = shownIn(turn)
  const suspects = order.slice(0, most).map(({ memory, shared }) => ({
    memory,
    shares: shared
      .toSorted((one, two) => rarity(two) - rarity(one) || placeOf(one) - placeOf(two))
      .slice(0, 3),
    isRead:
      shown.includes(`${memory.place} with line`) || shown.includes(`content of ${memory.place}`),
  }))
  const rarityIn = (sentence: string) => {
    const own = [...wordsIn(sentence)]
    return own.reduce((sum, word) => sum + rarity(word), 0) / Math.max(1, own.length)
  }
  const said = answer.find(({ id }) => id === eventId)
  const texts = said?.type === 'agent.message' ? [textOf(said)] : recorded.texts
  const isClear = new Set(sentencesOf(clear))
  const [first = ''] = sentencesOf(texts)
    .filter((sentence) => isClear.has(sentence))
    .sort((one, two) => rarityIn(two) - rarityIn(one))
  return { suspects, proposed: first }
}

const MOST_PROPOSED = 200

/** The sentences of an answer, without marks of lists. */
const sentencesOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => text.split(/(?<=[.!?])\s+|\n+/))
    .map((sentence) =>
      sentence
        .replace(/^[\s>*+-]+/, '')
        .replaceAll(/[*_`]{2,}/g, '')
        .trim(),
    )
    .filter((sentence) => sentence.length > 2 && sentence.length <= MOST_PROPOSED)

/** The lines of a memory, each by itself, or where there are many as they were written together. */
export async function linesToSearch(
  turn: Turn,
  memory: TurnMemory,
  named: ReadonlySet<string>,
): Promise<Items & { ranges: readonly LineRange[] }> {
  const lines = splitLines(await turn.room.past.text(memory.versionId))
  const wanted = wordsOfAnswer(turn)
  const ranges = (await stretchesOf(memory, lines)).map((range) => ({
    range,
    shared: sharedBy(lines.slice(range.from - 1, range.to).join('\n'), wanted),
  }))
  const rarity = rarityAmong(ranges)
  const order = ranges
    .map(({ range, shared }) => ({ range, score: sumOf(shared, rarity) }))
    .sort((one, other) => other.score - one.score || one.range.from - other.range.from)
    .map(({ range }) => range)
  const others = turn.memories.filter(({ memoryId }) => !named.has(memoryId))
  const aside = await linesThatWereRead(turn, others, new LongText(shownIn(turn)))
  return {
    items: order.map(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => `${memory.memoryId}:${from + index}`),
    ),
    aside,
    turns: aside.map((_, index) => order.length + index),
    ranges: order,
  }
}

const MOST_LINES = 40

async function stretchesOf(memory: TurnMemory, lines: readonly string[]): Promise<LineRange[]> {
  if (lines.length <= MOST_LINES) return lines.map((_, at) => ({ from: at + 1, to: at + 1 }))
  const { storeId, versionId } = memory
  const runs = await blame({ storeId, versionId })
  return runs.map(({ line, lines: own }) => ({ from: line, to: line + own.length - 1 }))
}

/** Rare words that they share with the answer come first, then those read last before it, then paths. */
async function inOrderOfSuspicion(turn: Turn) {
  const { memories, room } = turn
  const texts = await room.past.texts(memories.map(({ versionId }) => versionId))
  const calls = [...turn.log, ...turn.answer].filter(isOf('agent.tool_use'))
  const readAt = new Map(calls.map(({ input }, at) => [String(input.path), at + 1]))
  const wanted = wordsOfAnswer(turn)
  const held: { memory: TurnMemory; shared: string[]; readAt: number }[] = []
  for (const memory of memories) {
    const { place, path, versionId } = memory
    const shared = sharedBy(texts.get(versionId) ?? '', wanted)
    held.push({ memory, shared, readAt: readAt.get(place) ?? readAt.get(path) ?? 0 })
    await pace()
  }
  const rarity = rarityAmong(held)
  const order = held
    .map((each) => ({ ...each, score: sumOf(each.shared, rarity) }))
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.readAt - one.readAt ||
        comparePaths(one.memory.path, other.memory.path),
    )
  return { order, rarity }
}

/** What is read is asked for, and not said: an index of all files would be suspect by their names. */
const isRead = ({ name, input }: { name: string; input: Record<string, unknown> }) =>
  name === 'memory' ? input.command === 'view' : /^memory_(list|search|read)$/.test(name)

function wordsOfAnswer({ recorded: { texts, calls } }: Turn): Set<string> {
  const written = calls.filter((call) => !isRead(call)).map(({ input }) => JSON.stringify(input))
  return wordsIn([...texts, ...written].join('\n'))
}

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_.-]+/gu

const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(WORD) ?? [])

const sharedBy = (text: string, wanted: ReadonlySet<string>): string[] =>
  [...wordsIn(text)].filter((word) => wanted.has(word))

/** How rare a word is among texts by the words that they share with the answer; 0: none has it. */
function rarityAmong(texts: readonly { shared: readonly string[] }[]): (word: string) => number {
  const holders = new Map<string, number>()
  for (const { shared } of texts) {
    for (const word of shared) holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  return (word) => {
    const count = holders.get(word)
    return count === undefined ? 0 : Math.log(1 + texts.length / count)
  }
}

const sumOf = (words: readonly string[], rarity: (word: string) => number): number =>
  words.reduce((sum, word) => sum + rarity(word), 0)

/** Shorter lines stand in many memories. */
const TELLING = 12

async function stands({ room }: Turn, memory: TurnMemory, shown: LongText): Promise<boolean> {
  if (shown.includes(memory.place)) return true
  const lines = splitLines(await room.past.text(memory.versionId))
  for (const line of lines) {
    if (line.length >= TELLING && shown.includes(line)) return true
    await pace()
  }
  return false
}

/** Lines of these memories that the request shows. */
async function linesThatWereRead(
  { room }: Turn,
  memories: readonly TurnMemory[],
  shown: LongText,
): Promise<Item[]> {
  const found: Item[] = []
  for (const { memoryId, versionId } of memories) {
    const lines = splitLines(await room.past.text(versionId))
    for (const [index, line] of lines.entries()) {
      await pace()
      if (line.length < TELLING || !shown.includes(line)) continue
      found.push([`${memoryId}:${index + 1}`])
      if (found.length === MOST_LINES_TURNED) return found
    }
  }
  return found
}

/** What is hidden, with all lines of a memory as that memory, and a memory's lines as nothing beside it. */
export function hiddenOf(atoms: Iterable<string>, linesOf: (memoryId: string) => number): Hidden {
  const memories = new Set<string>()
  const lines = new Map<string, Set<number>>()
  for (const atom of atoms) {
    const [memoryId = '', line] = atom.split(':')
    if (line === undefined) memories.add(memoryId)
    else lines.set(memoryId, (lines.get(memoryId) ?? new Set()).add(Number(line)))
  }
  for (const [memoryId, numbers] of lines) {
    if (numbers.size >= linesOf(memoryId)) memories.add(memoryId)
    if (memories.has(memoryId)) lines.delete(memoryId)
  }
  return { memories, lines }
}

/** The key under which the answers to a question are kept: 16 digits of a hash of what is hidden. */
export function cellOf({ memories, lines }: Hidden): string {
  const atoms = [...lines].flatMap(([id, numbers]) => [...numbers].map((line) => `${id}:${line}`))
  const sorted = [...memories, ...atoms].sort().join()
  return createHash('sha256').update(sorted).digest('hex').slice(0, 16)
}
