import type { RuleInMemory, RuleInStore } from '@/components/flags/list'
import { byGravity } from '@/components/flags/words'
import type { StoreFlag } from '@/lib/review/store-flags'
import { PATH_LINE } from '@/lib/scan/flag'
import { previewLines } from '@/lib/scan/masked'
import { versionTexts } from '@/lib/store/versions'
import { chunked, groupedBy } from '@/lib/text/lists'

const MOST_CHARACTERS = 200
const TEXTS_AT_ONCE = 20

/** Flags by rule, the gravest first, each with its first memories. */
export async function flagsByRule(
  flags: readonly StoreFlag[],
  mostMemories: number,
): Promise<RuleInStore[]> {
  const ofMemory = groupedBy(flags, ({ memory }) => memory.id)
  const rules = [...groupedBy(flags, ({ rule }) => rule)].map(([rule, found]): RuleInStore => {
    const memories = [...groupedBy(found, ({ memory }) => memory.id).values()]
    const shown = memories.slice(0, mostMemories).map(([first, ...others]): RuleInMemory => {
      if (!first) throw new Error('a group is never empty')
      return { memory: first.memory, flags: [first, ...others], preview: null }
    })
    return { rule, memories: shown, more: memories.length - shown.length }
  })
  for (const some of chunked(
    rules.flatMap(({ memories }) => memories),
    TEXTS_AT_ONCE,
  )) {
    const texts = await versionTexts(some.map(({ memory }) => memory.versionId))
    for (const each of some) {
      const text = texts.get(each.memory.versionId)
      const [{ line }] = each.flags
      if (text === undefined || line === PATH_LINE) continue
      const found = ofMemory.get(each.memory.id) ?? []
      const shown = previewLines(text, { found, isWhole: true })[line - 1]
      each.preview = shown?.trim().slice(0, MOST_CHARACTERS) ?? null
    }
  }
  const gravity = ({ memories: [first] }: RuleInStore) =>
    first?.flags[0] ?? { severity: 'low' as const }
  return rules.toSorted((one, other) => byGravity(gravity(one), gravity(other)))
}
