import { sep } from 'node:path'
import { z } from 'zod'
import { padded } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { Refusal } from '@/lib/refusal'
import type { Cause } from '../model/actor'
import type { Version } from '../model/model'
import { versionNotFound } from '../model/problems'
import { forgetBlame } from '../blame'
import { type Change, change } from '../write/change'
import { startCompaction } from './compaction'
import { noteRedacted } from './known'
import { heldOn, rewriteRow } from './sql'

/**
 * Empties a version for good: content, hash, size and path go, who and when stay. A job takes the bytes
 * out of the files. Redacting again answers the same version; an archived store allows it.
 *
 * Refuses `redaction_forbidden` to a session, `version_not_found`, `head_not_redactable`.
 */
export async function redactVersion(
  { storeId, versionId }: { storeId: string; versionId: string },
  cause: Cause,
): Promise<Version> {
  refuseSessions(cause)
  const { version, isEmptied } = await change(
    storeId,
    cause,
    async (c) => {
      const found = await c.tx.version.findUnique({
        where: { id: versionId },
        omit: { content: false },
        include: { memory: { select: { path: true, versionId: true } } },
      })
      if (found?.storeId !== storeId) throw versionNotFound(storeId, versionId)
      const { memory, content, ...row } = found
      if (row.redactedAt !== null) return c.nothing({ version: row, isEmptied: false })
      if (memory.path !== null && memory.versionId === versionId) throw isHead(row)
      await noteRedacted(c.tx, storeId, [content ?? ''], c.now)
      await emptyVersion(c, row)
      return {
        version: await c.tx.version.findUniqueOrThrow({ where: { id: versionId } }),
        isEmptied: true,
      }
    },
    { whenArchived: 'allow' },
  )
  if (isEmptied) {
    forgetBlame()
    await startCompaction(cause)
  }
  return version
}

/** An agent that could redact could hide what it did. */
export function refuseSessions({ actor }: Cause): void {
  if (actor.type !== 'session') return
  throw new Refusal('redaction_forbidden', 'A session cannot redact: a person or a key does that.')
}

const isHead = ({ id, memoryId }: Version) =>
  new Refusal(
    'head_not_redactable',
    'This is what the memory holds now, which cannot be redacted. Write a new version or delete the memory first.',
    { version_id: id, memory_id: memoryId },
  )

/** Empties a version that no live memory stands on, with what else knows its hash, and marks it. */
export async function emptyVersion(
  c: Change,
  version: { id: string; path: string | null; sha256: string | null },
): Promise<void> {
  const { actor } = c.cause
  await c.tx.version.update({
    where: { id: version.id },
    data: {
      path: null,
      sha256: null,
      size: null,
      content: null,
      redactedAt: c.now,
      redactedByType: actor.type,
      redactedById: actor.id,
    },
    select: { id: true },
  })
  if (version.sha256 !== null) await forgetHashes(c, [version.sha256])
  if (version.path !== null) await forgetPath(c, version.path)
  await noteMarks(c, [version.id])
  await c.event({ type: 'memory_version.redacted', subjectId: version.id })
}

/** Drops what seedings remember of a path that no version has any more. */
async function forgetPath({ tx, store }: Change, path: string): Promise<void> {
  const ofStore = { storeId: store.id }
  if (await tx.version.findFirst({ where: { ...ofStore, path }, select: { id: true } })) return
  await tx.seedEntry.deleteMany({ where: { path, seed: ofStore } })
  const seedings = await tx.job.findMany({
    where: { ...ofStore, kind: 'seed' },
    select: { id: true, result: true },
  })
  for (const { id, result } of seedings) {
    const report = reported.safeParse(result)
    const entries = report.data?.entries.filter((entry) => entry.path !== path)
    if (!report.success || entries?.length === report.data.entries.length) continue
    const left = { ...report.data, entries } as Prisma.InputJsonObject
    await tx.job.update({ where: { id }, data: { result: left }, select: { id: true } })
  }
}

/** What a seeding did, path by path (lib/transfer/report.ts). */
const reported = z.looseObject({ entries: z.array(z.looseObject({ path: z.string() })) })

/** Drops what else remembers these hashes, by which a text that is gone could be guessed. */
export async function forgetHashes(
  { tx, store }: Pick<Change, 'tx' | 'store'>,
  hashes: readonly string[],
): Promise<void> {
  if (hashes.length === 0) return
  const sha256 = { in: [...hashes] }
  await tx.seedEntry.deleteMany({ where: { sha256, seed: { storeId: store.id } } })
  // Without a row the file would be new, and its text come on top of what stands there by now.
  const ofFolder = { sha256, connection: { storeId: store.id } }
  await tx.connectionEntry.updateMany({ where: ofFolder, data: { sha256: '' } })
  await tx.heardWrite.deleteMany({ where: { sha256 } })
  // What a call was to write into the store's folder is known by a hash of its own.
  for (const { location } of await tx.connection.findMany({ where: { storeId: store.id } })) {
    const path = { startsWith: `${location}${sep}` }
    await tx.heardWrite.deleteMany({ where: { path } })
  }
  await forgetExpected({ tx, store }, hashes)
}

/** What agents expected to find, in writes that wait or waited, and by what a person confirmed them. */
async function forgetExpected({ tx, store }: Pick<Change, 'tx' | 'store'>, of: readonly string[]) {
  const rows = await heldOn(tx, store.id, of)
  for (const { id, steps } of rows) {
    const without = (json: string, hash: string) =>
      json.replaceAll(`"expected":"${hash}"`, '"expected":""')
    const fresh = [{ column: 'steps', value: of.reduce(without, steps), isJson: true }]
    await rewriteRow(tx, { table: 'HeldWrite', key: ['id'], values: [id] }, fresh)
  }
  for (const sessionId of new Set(rows.flatMap((row) => row.sessionId ?? []))) {
    const confirmed = { sessionId, type: 'user.tool_confirmation' }
    for (const event of await tx.sessionEvent.findMany({ where: confirmed })) {
      const { content_sha256: _, ...body } = event.body as Prisma.InputJsonObject
      await tx.sessionEvent.update({ where: { id: event.id }, data: { body } })
    }
  }
}

/** What a backup that is restored must redact again. A version's last mark counts. */
export async function noteMarks(
  { tx, store, now }: Pick<Change, 'tx' | 'store' | 'now'>,
  marks: readonly string[],
): Promise<void> {
  if (marks.length === 0) return
  await tx.redaction.deleteMany({ where: { mark: { in: padded(marks) } } })
  const rows = marks.map((mark) => ({ storeId: store.id, mark, createdAt: now }))
  await tx.redaction.createMany({ data: rows })
}
