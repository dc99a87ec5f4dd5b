import { unlessRefused } from '@/lib/refusal'
import { padded, turn, type Tx, write } from '@/lib/db'
import { sha256Hex, utf8Size } from '@/lib/text/content'
import { chunked, groupedBy } from '@/lib/text/lists'
import type { Cause } from '../model/actor'
import { isSound } from '../model/sound'
import { type Change, change } from '../write/change'
import { overlapping } from '../write/paths'
import { type NewState, stateOf } from '../write/head'
import { writeVersion } from '../write/write-version'
import { emptyVersion, forgetHashes, noteMarks } from './version'
import { type FoundHead, type FoundRow, type FoundVersion, isFree } from './find'
import { DROPPED, MOST_CHARACTERS, UNIQUE } from './places'
import { dropRow, type NewValue, rewriteRow, type Row, valuesOf } from './sql'
import {
  holdsAny,
  inOneLine,
  mapJson,
  pathsWithout,
  type Removal,
  shortWithout,
  without,
} from './values'

/** Taking texts out of what was found. Each transaction is short, and leaves nothing half done. */

export interface Rewriting extends Removal {
  /** what an earlier version that has a text keeps */
  earlierVersions: 'rewrite' | 'empty'
  cause: Cause
  /** Called with how many were looked at, and how many of them were rewritten or emptied. */
  onDone(
    kind: 'heads' | 'versions' | 'emptied' | 'rows',
    changed: number,
    looked: number,
  ): Promise<void>
}

const A_TRANSACTION = 25

const ALWAYS = { whenArchived: 'allow', whenHidden: 'allow' } as const

/** A change that archived and hidden stores take; null: the store was deleted meanwhile, with all in it. */
const changed = <T>(storeId: string, { cause }: Rewriting, job: (c: Change) => Promise<T>) =>
  unlessRefused(change(storeId, cause, job, ALWAYS), 'store_not_found')

/** What a live memory is without the texts. Of one path there is one new path. */
async function headWithout(
  c: Change,
  memory: { path: string; content: string; size: number | null },
  removal: Removal,
): Promise<NewState> {
  const { limits } = c.store
  const path = await freePath(c, memory.path, removal)
  const wanted = without(memory.content, removal)
  const grown = utf8Size(wanted)
  // A longer replacement may leave no room.
  const isFull = limits.bytes !== null || grown > limits.memoryBytes
  const isTooLarge = isFull && grown > (memory.size ?? 0)
  return stateOf(path, isTooLarge ? shortWithout(memory.content, removal) : wanted)
}

/**
 * Where what lay at a path lies without the texts: no other memory has ever been there, above or below,
 * so that the past stays one tree.
 */
async function freePath({ tx, store }: Change, path: string, removal: Removal): Promise<string> {
  if (!holdsAny(path, removal.texts)) return path
  const storeId = store.id
  const own = await tx.version.groupBy({ by: ['memoryId'], where: { storeId, path } })
  const memoryId = { notIn: own.map((row) => row.memoryId) }
  for (const wanted of pathsWithout(path, removal)) {
    const where = { memoryId, OR: overlapping(storeId, [wanted]) }
    if (!(await tx.version.findFirst({ where, select: { id: true } }))) return wanted
  }
  throw new Error('there is always another path')
}

/** Gives live memories a new version each. */
export async function rewriteHeads(heads: readonly FoundHead[], how: Rewriting): Promise<void> {
  for (const [storeId, ofStore] of groupedBy(heads, (head) => head.storeId)) {
    for (const some of chunked(ofStore, A_TRANSACTION)) {
      const rewritten = await changed(storeId, how, (c) => rewriteSomeHeads(c, some, how))
      await how.onDone('heads', rewritten ?? 0, some.length)
    }
  }
}

async function rewriteSomeHeads(
  c: Change,
  heads: readonly FoundHead[],
  how: Rewriting,
): Promise<number> {
  let changed = 0
  for (const { id } of heads) {
    const found = await c.tx.memory.findUnique({ where: { id }, omit: { content: false } })
    if (found?.path == null || found.content === null) continue
    const where = { id: found.versionId }
    if (c.store.deletedAt && (await c.tx.version.count({ where })) === 0) {
      // The store is being purged, and has lost the version already: no other can follow it.
      await c.tx.memory.delete({ where: { id }, select: { id: true } })
      changed++
      continue
    }
    const { content, path, ...rest } = found
    if (!holdsAny(content, how.texts) && !holdsAny(path, how.texts)) continue
    // Of a damaged text nothing is kept, which would be what somebody wrote from now on.
    const left = isSound(found) ? content : how.replacement
    const to = await headWithout(c, { ...rest, path, content: left }, how)
    await writeVersion(withoutLimits(c), { memory: { ...rest, path }, to })
    changed++
  }
  return changed > 0 ? changed : c.nothing(0)
}

/** A redaction is never refused for a limit that was set, or reached, since. */
function withoutLimits(c: Change): Change {
  const limits = { ...c.store.limits, memoryBytes: Infinity, versions: null }
  return { ...c, store: { ...c.store, limits } }
}

/** Rewrites earlier versions, or empties them; what stands now is left to `rewriteHeads`. */
export async function rewriteVersions(
  versions: readonly FoundVersion[],
  how: Rewriting,
): Promise<void> {
  for (const [storeId, ofStore] of groupedBy(versions, (version) => version.storeId)) {
    for (const some of chunked(ofStore, A_TRANSACTION)) {
      const done = await changed(storeId, how, (c) => rewriteSome(c, some, how))
      await how.onDone('versions', done?.rewritten ?? 0, some.length)
      if (done?.emptied) await how.onDone('emptied', done.emptied, 0)
    }
  }
}

async function rewriteSome(c: Change, versions: readonly FoundVersion[], how: Rewriting) {
  const done = { rewritten: 0, emptied: 0 }
  const newest = new Map<string, string>()
  const hashes: string[] = []
  const marks: string[] = []
  for (const row of await versionRows(c.tx, versions)) {
    await turn()
    const isHead = row.memory.path !== null && row.memory.versionId === row.id
    const isHeld = holdsAny(row.content ?? '', how.texts) || holdsAny(row.path ?? '', how.texts)
    if (isHead || !isHeld) continue
    if (how.earlierVersions === 'empty' || !isSound(row)) {
      await emptyVersion(c, row)
      done.emptied++
      continue
    }
    if (row.sha256 !== null && holdsAny(row.content ?? '', how.texts)) hashes.push(row.sha256)
    marks.push(await rewriteVersion(c, row, how))
    newest.set(row.memoryId, row.id)
    done.rewritten++
  }
  await forgetHashes(c, hashes)
  await noteMarks(c, marks)
  for (const subjectId of newest.values()) {
    await c.event({ type: 'memory_versions.rewritten', subjectId })
  }
  return done.rewritten + done.emptied > 0 ? done : c.nothing(done)
}

const versionRows = (tx: Tx, versions: readonly FoundVersion[]) =>
  tx.version.findMany({
    where: { id: { in: padded(versions.map(({ id }) => id)) } },
    select: {
      id: true,
      storeId: true,
      memoryId: true,
      path: true,
      sha256: true,
      content: true,
      memory: { select: { path: true, versionId: true } },
    },
    orderBy: { sequence: 'asc' },
  })

type VersionRow = Awaited<ReturnType<typeof versionRows>>[number]

/** Returns the mark of what is left. */
async function rewriteVersion(c: Change, row: VersionRow, how: Rewriting): Promise<string> {
  const path = row.path === null ? null : await freePath(c, row.path, how)
  const content = row.content === null ? null : without(row.content, how)
  const state = {
    path,
    sha256: content === null ? row.sha256 : sha256Hex(content),
    size: content === null ? null : utf8Size(content),
  }
  await c.tx.version.update({
    where: { id: row.id },
    data: { ...state, content, rewrittenAt: c.now },
    select: { id: true },
  })
  return rewrittenMark({ id: row.id, ...state })
}

/**
 * A rewritten version as a restored backup is compared with it: its id, and a hash of what is left, so
 * that a backup which has that already keeps it.
 */
export function rewrittenMark(left: {
  id: string
  path: string | null
  sha256: string | null
}): string {
  return `${left.id}@${sha256Hex(`${left.sha256 ?? ''} ${left.path ?? ''}`)}`
}

/** Takes the texts out of rows of other tables. */
export async function rewriteRows(rows: readonly FoundRow[], how: Rewriting): Promise<void> {
  for (const some of chunked(rows, A_TRANSACTION)) {
    const rewritten = await write(async (tx) => {
      const done: FoundRow[] = []
      for (const row of some) if (await rewriteFound(tx, row, how)) done.push(row)
      const keys = { in: done.map(({ key }) => String(key[0])) }
      // By its time followers know that a session, or a store, is another one by now.
      const data = { updatedAt: new Date() }
      const sessions = { OR: [{ id: keys }, { events: { some: { id: keys } } }] }
      await tx.session.updateMany({ where: sessions, data })
      await tx.store.updateMany({ where: { id: keys }, data })
      return done
    })
    for (const { place, key } of rewritten) {
      if (place.table !== 'Store') continue
      await changed(String(key[0]), how, (c) => c.event({ type: 'memory_store.updated' }))
    }
    await how.onDone('rows', rewritten.length, some.length)
  }
}

async function rewriteFound(tx: Tx, found: FoundRow, how: Rewriting): Promise<boolean> {
  const { place, columns } = found
  const row: Row = { table: place.table, key: place.key, values: found.key }
  const unique = UNIQUE[place.table] ?? []
  const before = await valuesOf(tx, row, [...new Set([...columns, ...unique])])
  if (!before) return false
  const fresh = columns.flatMap((column): NewValue[] => {
    const value = before[column]
    const isJson = place.columns.some(({ name, holds }) => name === column && holds === 'json')
    const after = value == null ? null : valueWithout(place.table, column, value, isJson, how)
    return after === null || after === value ? [] : [{ column, value: after, isJson }]
  })
  if (fresh.length === 0) return false
  if (DROPPED.includes(place.table)) await dropRow(tx, row)
  else await rewriteRow(tx, row, await free(tx, row, unique, before, fresh))
  return true
}

/** The new values, numbered where another row has them. */
async function free(
  tx: Tx,
  row: Row,
  unique: readonly string[],
  before: Readonly<Record<string, string | null>>,
  fresh: readonly NewValue[],
): Promise<readonly NewValue[]> {
  for (let number = 1; ; number++) {
    const values = fresh.map((each) =>
      number > 1 && unique.includes(each.column)
        ? { ...each, value: `${each.value} ${number}` }
        : each,
    )
    if (unique.length === 0) return values
    const wanted = unique.map(
      (name) => values.find(({ column }) => column === name)?.value ?? before[name] ?? null,
    )
    const other = await valuesOf(tx, { table: row.table, key: unique, values: wanted }, row.key)
    if (!other || row.key.every((name, at) => other[name] === row.values[at])) return values
  }
}

function valueWithout(
  table: string,
  column: string,
  value: string,
  isJson: boolean,
  how: Removal,
): string | null {
  const most = MOST_CHARACTERS[`${table}.${column}`] ?? Infinity
  const line = /name$/i.test(column) || column === 'title'
  const removal = line ? { ...how, replacement: inOneLine(how.replacement) } : how
  const map = (text: string) => {
    const left = without(text, removal)
    return left.length > Math.max(most, text.length) || (line && left.trim() === '')
      ? shortWithout(text, removal)
      : left
  }
  return isJson ? mapJson(value, map, isFree(table, column)) : map(value)
}
