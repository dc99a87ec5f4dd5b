import { shownRoot } from '@/lib/sessions/attached'
import { reminderWith } from '@/lib/sessions/gather-reminder'
import { utf8Size } from '@/lib/text/content'
import { humanSize } from '@/lib/text/human-size'
import type { Room } from './hide'
import type { Hidden } from './scratch'

/** A reminder without its rows about what is hidden. */

/** A memory as a reminder names it. */
interface Named {
  memoryId: string
  /** with hidden lines alone: the numbers that they had then, and the size of the rest */
  cut: { lines: ReadonlySet<number>; size: number } | null
}

/**
 * A reminder as it would be without what is hidden; null: nothing is left of it. `states`: of the stores, when it
 * was gathered.
 */
export async function reminderWithout(
  reminder: string,
  hidden: Hidden,
  room: Room,
  states: readonly { storeId: string; sequence: number }[],
): Promise<string | null> {
  const named = await namesOf(hidden, room, states)
  if (named.size === 0) return reminder
  return reminderWith(reminder, ({ kind, text }) => {
    if (kind === 'listing') return listingWithout(text, named)
    if (kind === 'changes') return changesWithout(text, named)
    return kind === 'requests' ? requestsWithout(text, named) : text
  })
}

async function namesOf(
  hidden: Hidden,
  { stores, toolSet, past }: Room,
  states: readonly { storeId: string; sequence: number }[],
): Promise<ReadonlyMap<string, Named>> {
  const named = new Map<string, Named>()
  for (const state of states) {
    const store = stores.find(({ storeId }) => storeId === state.storeId)
    if (!store) continue
    for (const { memoryId, path, versionId } of await past.heads(state)) {
      const place = shownRoot(stores, toolSet, store) + path
      const lines = hidden.lines.get(memoryId)
      if (hidden.memories.has(memoryId)) named.set(place, { memoryId, cut: null })
      if (!lines) continue
      const text = await past.text(versionId)
      const size = utf8Size(past.without(memoryId, text, lines))
      named.set(place, { memoryId, cut: { lines: past.linesIn(memoryId, text, lines), size } })
    }
  }
  return named
}

const EMPTY = '(empty)'

/** A store a block: its name, then a row a memory. */
function listingWithout(text: string, named: ReadonlyMap<string, Named>): string {
  const blocks = text.split('\n\n').map((block) => {
    const [head = '', ...rows] = block.split('\n')
    const left = rows.flatMap((row) => {
      const [, size, place = ''] = /^([^\t]*)\t(.*)$/.exec(row) ?? []
      const memory = size === undefined ? undefined : named.get(place)
      if (!memory) return [row]
      return memory.cut ? [`${humanSize(memory.cut.size)}\t${place}`] : []
    })
    return { text: [head, ...(left.length === 0 ? [EMPTY] : left)].join('\n'), left }
  })
  const isEmpty = blocks.every(({ left }) => left.every((row) => row === EMPTY))
  return isEmpty ? '' : blocks.map((block) => block.text).join('\n\n')
}

function changesWithout(text: string, named: ReadonlyMap<string, Named>): string {
  const left = text.split('\n').filter((line) => {
    const [, place = ''] = /^- (.+?): (?:created|modified|deleted) by /.exec(line) ?? []
    return named.get(place)?.cut !== null
  })
  return left.some((line) => !line.startsWith('- [')) ? left.join('\n') : ''
}

/** A request is a line that names its place, and below it what is asked, indented. */
function requestsWithout(text: string, named: ReadonlyMap<string, Named>): string {
  return text
    .split(/\n(?=- )/)
    .flatMap((request) => {
      const [, place = '', from, to = from] = REQUEST.exec(request) ?? []
      const memory = named.get(place)
      if (!memory) return [request]
      if (!memory.cut || from === undefined) return []
      const numbers = [...memory.cut.lines]
      if (numbers.some((line) => line >= Number(from) && line <= Number(to))) return []
      const before = (line: number) => line - numbers.filter((each) => each < line).length
      const first = before(Number(from))
      const last = before(Number(to))
      const where = first === last ? `line ${first}` : `lines ${first} to ${last}`
      return [request.replace(/, lines? .*:/, `, ${where}:`)]
    })
    .join('\n')
}

const REQUEST = /^- (.+?)(?:, lines? (\d+)(?: to (\d+))?|, about lines that are gone):/
