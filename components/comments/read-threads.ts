import 'server-only'
import { PERSON } from '@/components/commands/attempt'
import { agentsOf } from '@/components/history/agent-looks'
import { shownWriter, type WriterInput } from '@/components/history/shown-writer'
import { texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import { database } from '@/lib/db/open-database'
import type { Comment, Remark } from '@/lib/review/model/comment'
import { placeCommentsNow } from '@/lib/review/comments/place-comments'
import { actorNames } from '@/lib/store/stores/name-actor'
import type { LineRange } from '@/lib/text/line-range'
import type { RemarkView, ThreadView } from './thread-view'

/** A comment, and where its lines are in what is shown. */
export interface CommentToShow {
  comment: Comment
  /** null: they are gone, or redacted */
  lines: LineRange | null
  /** the lines as they were commented on, if they are gone; null: they are there, or redacted */
  was: string | null
}

/** Comments with where their lines are in what their memories hold now, in their order. */
export async function placedNow(comments: readonly Comment[]): Promise<CommentToShow[]> {
  const places = await placeCommentsNow(database(), comments)
  return comments.map((comment) => {
    const { lines = null, was = null } = places.get(comment.id) ?? {}
    return { comment, lines, was }
  })
}

/** Comments as a page shows them, in their order. */
export async function readThreads(comments: readonly CommentToShow[]): Promise<ThreadView[]> {
  if (comments.length === 0) return []
  const t = await texts()
  const now = Date.now()
  const actors = comments.flatMap(({ comment }) => comment.remarks.map(({ by }) => by))
  const names = await actorNames(
    database(),
    actors.map(({ id }) => id),
  )
  const agents = await agentsOf(actors)
  return comments.map(({ comment, lines, was }) => ({
    id: comment.id,
    disposition: comment.disposition,
    status: comment.status,
    where: linesInWords(t, lines ?? comment.lines),
    isOutdated: lines === null,
    was,
    answer:
      comment.answeredBy === null
        ? null
        : `/stores/${comment.storeId}?memory=${comment.memoryId}&version=${comment.answeredBy}`,
    remarks: comment.remarks.map((remark) => remarkView(t, remark, { names, agents, now })),
  }))
}

/** “Line 7”, “Lines 7–9”. */
function linesInWords(t: Texts, { from, to }: LineRange): string {
  return t('Comment.lines', { count: to - from + 1, from, to })
}

function remarkView(
  t: Texts,
  remark: Remark,
  { names, agents, now }: Pick<WriterInput, 'names' | 'agents'> & { now: number },
): RemarkView {
  const { id, by, text, at, editedAt } = remark
  const { name, label, look } = shownWriter(t, { actor: by, names, isImport: false, agents })
  const isMine = by.type === PERSON.actor.type && by.id === PERSON.actor.id
  return {
    id,
    name,
    label,
    look,
    isMine,
    text,
    at,
    now,
    isEdited: editedAt !== null,
  }
}
