import { db } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import { actorNames } from '@/lib/store/actors'
import type { VersionText } from '@/lib/store/model/model'
import { isSound } from '@/lib/store/model/sound'
import { recordRead } from '@/lib/store/reads'
import type { Export } from './export'

type Asked = Pick<Export, 'storeId' | 'reader' | 'signal'> & { at: number }
type BatchRow = { kind: string; message: string | null; reference: string | null }
type Row = VersionText & { batch: BatchRow | null }

/**
 * Every version of a store as JSON Lines, oldest first, as `jsonl.ts` reads them: a line is a batch. A
 * memory gets a number as it is made, by which it is known when it comes back after a deletion. Of
 * redacted and damaged versions only that they are is written. The text comes in a piece a version, since
 * a batch may be the whole store.
 */
export async function* historyLines(asked: Asked): AsyncGenerator<string> {
  const told = new Told()
  const names = new Map<string, string | null>()
  let line: string | null = null
  for await (const page of versionsOf(asked)) {
    const ids = page.map(({ actorId }) => actorId).filter((id) => !names.has(id))
    const found = await actorNames(ids)
    for (const id of ids) names.set(id, found.get(id) ?? null)
    for (const version of page) {
      recordRead(version, asked.reader)
      const changes = (await told.changesOf(version)).map((each) => JSON.stringify(each))
      if (line === lineOf(version)) yield `,${changes.join(',')}`
      else {
        if (line !== null) yield LINE_END
        line = lineOf(version)
        yield `${lineStart(version, names.get(version.actorId) ?? null)}${changes.join(',')}`
      }
    }
  }
  if (line !== null) yield LINE_END
}

const LINE_END = ']}\n'
const VERSIONS_A_PAGE = 200

function versionsOf({ storeId, at, signal }: Asked): AsyncGenerator<Row[]> {
  const read = (last: Row | undefined, take: number) =>
    db.version.findMany({
      where: { storeId, sequence: { gt: last?.sequence ?? 0, lte: at } },
      orderBy: { sequence: 'asc' },
      take,
      omit: { content: false },
      include: { batch: { select: { kind: true, message: true, reference: true } } },
    })
  return pagesOf(VERSIONS_A_PAGE, read, signal)
}

/** What is equal of the versions of one line. */
const lineOf = ({ id, batchId, createdAt, actorId, sessionId, toolUseId }: Row): string =>
  batchId === null ? id : JSON.stringify([batchId, createdAt, actorId, sessionId, toolUseId])

/** A line up to its changes. */
function lineStart({ batch, createdAt, ...version }: Row, author: string | null): string {
  const { actorType: type, actorId: id, sessionId, toolUseId } = version
  const about = JSON.stringify({
    commit: batch?.reference ?? undefined,
    at: createdAt.toISOString(),
    author: author ?? undefined,
    message: batch?.message ?? undefined,
    actor: { type, id },
    session_id: sessionId ?? undefined,
    tool_use_id: toolUseId ?? undefined,
    batch: batch ? { kind: batch.kind } : undefined,
  })
  return `${about.slice(0, -1)},"changes":[`
}

/** Returns whether a memory leaves the path of a version later in its line, which may go on for pages. */
async function leavesWith({ batchId, createdAt, sequence, path }: Row, memoryId: string) {
  if (batchId === null) return false
  const isLater = { memoryId, batchId, createdAt, sequence: { gt: sequence } }
  const leaving = await db.version.findFirst({
    where: { ...isLater, OR: [{ operation: 'deleted' }, { path: { not: path } }] },
    select: { id: true },
  })
  return leaving !== null
}

/** A memory as of its last version that was told. */
interface Known {
  number: number
  path: string
  sha256: string | null
  isLive: boolean
}

/** What was told so far, since a change is told by what it changes. */
class Told {
  private readonly known = new Map<string, Known>()
  /** the ids of live memories, by path */
  private readonly at = new Map<string, string>()

  /** The changes of a version; two if its path still has a memory whose move away was redacted. */
  async changesOf(version: Row): Promise<object[]> {
    const { memoryId, path } = version
    const before = this.known.get(memoryId)
    const change = this.changeOf(version, before)
    if (before && this.at.get(before.path) === memoryId) this.at.delete(before.path)
    const after = this.known.get(memoryId)
    if (path === null || !after?.isLive || after.path !== path) return [change]
    const inTheWay = this.at.get(path)
    const stale = inTheWay === undefined ? undefined : this.known.get(inTheWay)
    this.at.set(path, memoryId)
    if (inTheWay === undefined || !stale || (await leavesWith(version, inTheWay))) return [change]
    this.known.set(inTheWay, { ...stale, sha256: null, isLive: false })
    return [{ op: 'delete', path }, change]
  }

  private changeOf(version: Row, known: Known | undefined): object {
    const { memoryId, path, content, sha256 } = version
    if (version.operation === 'deleted') {
      // If all earlier versions of a memory were redacted, there is nothing to delete.
      if (!known?.isLive) return { op: 'redacted' }
      this.known.set(memoryId, { ...known, sha256: null, isLive: false })
      return { op: 'delete', path: known.path }
    }
    if (!isSound(version)) return { op: 'damaged', path: path ?? undefined, version: version.id }
    if (path === null || content === null) return { op: 'redacted' }
    const number = known?.number ?? this.known.size
    this.known.set(memoryId, { number, path, sha256, isLive: true })
    if (!known) return { op: 'write', path, content, memory: number }
    if (!known.isLive) return { op: 'restore', path, content, memory: number }
    const isSame = known.sha256 === sha256
    // The change in between was redacted: this is a version even with the same content.
    if (known.path === path) return { op: 'write', path, content, again: isSame || undefined }
    return { op: 'rename', from: known.path, path, content: isSame ? undefined : content }
  }
}
