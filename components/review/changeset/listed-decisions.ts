import type { Texts } from '@/components/i18n/texts'
import { highest, levelOf, rankOf, REASONS } from '@/lib/review/model/attention'
import type { ListedDecision } from '../board/decision-list'
import { groupName, placeWords } from '../hunks/group-name'
import type { HunkGroup } from './hunk-groups'

export interface ListingInput {
  changesetId: string
  /** open comments on memories, by the memories' keys */
  openComments: ReadonlyMap<number, number>
  /** decisions on a page */
  perPage: number
}

/** The decisions of a changeset as its list names them, in the order of the page. */
export function listedDecisions(
  t: Texts,
  groups: readonly HunkGroup[],
  { changesetId, openComments, perPage }: ListingInput,
): ListedDecision[] {
  const told = new Set<number>()
  return groups.map((group, index) => {
    const { lead, hunks } = group
    const sum = (of: 'afterCount' | 'beforeCount') =>
      hunks.reduce((total, { hunk }) => total + hunk[of], 0)
    const from = index - (index % perPage)
    const { memoryKey } = lead.memory
    // A memory's comments are counted once, not at each of its changes.
    const comments = told.has(memoryKey) ? 0 : (openComments.get(memoryKey) ?? 0)
    told.add(memoryKey)
    const title = groupName(t, group)
    return {
      id: lead.id,
      name: group.kind === 'one' ? nameOf(title) : title,
      title,
      added: sum('afterCount'),
      removed: sum('beforeCount'),
      reason: reasonOf(t, group),
      openComments: comments,
      href: `/review/${changesetId}${from === 0 ? '' : `?from=${from}`}`,
    }
  })
}

/** The last part of a path: in the list there is room for no more. */
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** The gravest reason for which it asks for a person, else which of its memory's hunks it is. */
function reasonOf(t: Texts, { kind, lead, hunks }: HunkGroup): ListedDecision['reason'] {
  const reasons = new Set(hunks.flatMap(({ hunk }) => hunk.reasons))
  const [gravest] = REASONS.filter((reason) => reasons.has(reason))
  if (gravest !== undefined) {
    const level = highest([levelOf(gravest), ...hunks.map(({ hunk }) => hunk.level)])
    return {
      words: t(`Review.reason_${gravest}`),
      isGrave: rankOf(level) >= rankOf('high'),
    }
  }
  if (kind !== 'one') return null
  const isPlaced = lead.memory.hunks.length > 1 || lead.hunk.kind === 'deleted'
  return isPlaced ? { words: placeWords(t, lead), isGrave: false } : null
}
