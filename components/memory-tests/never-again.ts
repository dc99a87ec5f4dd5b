import 'server-only'
import { askedBefore } from '@/lib/agent/asked-before'
import { getSession } from '@/lib/agent/get-session'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'
import type { Check } from '@/lib/replay/model/check'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { changeOfHunk } from '@/lib/review/hunks/change-of-hunk'
import { hunkOrigins } from '@/lib/review/hunks/hunk-origins'
import { parseHunkId } from '@/lib/review/model/hunk'
import { ReviewError } from '@/lib/review/model/review-problems'
import { withSecretsOrAllMasked } from '@/lib/scan/masked-secrets'
import { versionIfThere } from '@/lib/store/versions/read-versions'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { neverAgainCheck } from './never-again-check'

/** A test that is proposed: what fills in its form. */
export interface TestDraft {
  check: Check
  /** what the agent was asked when it wrote; '': not known */
  question: string
  /** the agent's; null: not known */
  model: string | null
}

/**
 * The test that fails once what a hunk of a store did is done again, asked what led to it; null: there
 * is no such hunk, or it changed no text.
 */
export async function neverAgainDraft(
  storeId: string,
  { changesetId, hunkId }: { changesetId: string; hunkId: string },
): Promise<TestDraft | null> {
  const db = database()
  const hunk = parseHunkId(hunkId)
  const changeset = await getChangeset(db, changesetId).catch(nullIfGone)
  if (!hunk || hunk.kind === 'renamed' || changeset?.storeId !== storeId) return null
  const change = await changeOfHunk(db, changesetId, hunk)
  if (!change) return null
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  const check = neverAgainCheck({
    added: await shownLines(change.after?.content, afterFrom, afterCount),
    removed: await shownLines(change.before?.content, beforeFrom, beforeCount),
  })
  const { sessionId } = changeset
  if (sessionId === null) return { check, question: '', model: null }
  const [origin] = await hunkOrigins(db, { storeId, change, hunks: [hunk] })
  // What a hunk removed was written by none of its versions.
  const versionId = origin?.writtenBy[0]?.id ?? change.versionIds.at(-1) ?? ''
  const version = await versionIfThere(db, { storeId, versionId, view: 'basic' })
  const question = version && (await askedBefore(db, sessionId, version.createdAt))
  return { check, question: question ?? '', model: await modelOf(sessionId) }
}

/** Of a longer hunk the beginning tells enough. */
const MAX_LINES = 200

async function shownLines(content: string | null | undefined, from: number, count: number) {
  const lines = linesWithEnds(content ?? '').slice(from, from + Math.min(count, MAX_LINES))
  return withSecretsOrAllMasked(lines.map((line) => line.replace(/\n$/, '')))
}

/** The model of a session of this server; null: it is none of them. */
async function modelOf(sessionId: string): Promise<string | null> {
  const session = await getSession(database(), sessionId).catch(nullIfGone)
  return session?.settings.model ?? null
}

function nullIfGone(error: unknown): null {
  if (error instanceof ReviewError || error instanceof SessionError) return null
  throw error
}
