'use server'

import { z } from 'zod'
import { PERSON } from '@/components/commands/attempt'
import { reviewCommand } from '@/components/review/review-command'
import { everyPage } from '@/components/commands/shown-on'
import { database } from '@/lib/db/open-database'
import {
  addComment,
  commentOnHunk,
  removeComment,
  updateComment,
} from '@/lib/review/comments/write-comments'
import { COMMENT_STATUSES, DISPOSITIONS, MAX_REMARK_LENGTH } from '@/lib/review/model/comment'

const remark = z.string().trim().min(1).max(MAX_REMARK_LENGTH)

const lineRange = z.object({ from: z.int().min(1), to: z.int().min(1) })

const onHunk = z.object({
  changesetId: z.string(),
  hunkId: z.string(),
  side: z.enum(['before', 'after']),
  lines: lineRange,
  text: remark,
  disposition: z.enum(DISPOSITIONS),
})

/** Comments on lines of a hunk, as the page shows them. */
export const commentOnHunkAction = reviewCommand(
  onHunk,
  async (wanted) => {
    await commentOnHunk(database(), { ...wanted, by: PERSON.actor })
  },
  everyPage,
)

const onLines = z.object({
  storeId: z.string(),
  versionId: z.string(),
  lines: lineRange,
  text: remark,
  disposition: z.enum(DISPOSITIONS),
})

/** Comments on lines of a version. */
export const commentOnLinesAction = reviewCommand(
  onLines,
  async (wanted) => {
    await addComment(database(), { ...wanted, by: PERSON.actor })
  },
  everyPage,
)

const update = z.object({
  commentId: z.string(),
  reply: remark.optional(),
  text: remark.optional(),
  /** the reply whose text it is; left out: the comment's own */
  remarkId: z.string().optional(),
  status: z.enum(COMMENT_STATUSES).optional(),
  disposition: z.enum(DISPOSITIONS).optional(),
})

/** Replies to a comment, edits what the person said, resolves it or opens it again. */
export const updateCommentAction = reviewCommand(
  update,
  async (wanted) => {
    await updateComment(database(), { ...wanted, by: PERSON.actor })
  },
  everyPage,
)

const remove = z.object({ commentId: z.string(), remarkId: z.string().optional() })

/** Deletes what the person said: a reply, or the whole comment. */
export const removeCommentAction = reviewCommand(
  remove,
  async (wanted) => {
    await removeComment(database(), { ...wanted, by: PERSON.actor })
  },
  everyPage,
)
