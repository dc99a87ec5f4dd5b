import { turn } from '@/lib/db'
import { groupedBy } from '@/lib/text/lists'
import { comparePaths } from '@/lib/text/memory-path'
import { type DiskFile, idOfStamp } from './scan'

/**
 * What becomes of a folder and its store, from what stands on the disk, what both sides last agreed on, and
 * what the store holds. The same three sides give the same steps, and nothing else is asked.
 */

/** What both sides agreed on at a path. */
export interface BaseRow {
  path: string
  name: string | null
  sha256: string
  versionId: string
  memoryId: string
  stamp: string
  goneAt: Date | null
  problem: string | null
}

/** A live memory. */
export interface Head {
  memoryId: string
  path: string
  sha256: string
  versionId: string
}

/** The disk as it was read. */
export interface Disk {
  files: ReadonlyMap<string, DiskFile>
  /** whether something may stand at a path of which nothing is known */
  isUnknown: (path: string) => boolean
}

export type FolderStep =
  /** the disk's text becomes a version: of a new memory, or of one that stands otherwise */
  | { kind: 'take'; file: DiskFile; head: Head | null; row: BaseRow | null }
  /** both changed it since the row */
  | { kind: 'merge'; file: DiskFile; head: Head; row: BaseRow | null }
  /** a deleted memory comes back with the disk's text */
  | { kind: 'revive'; file: DiskFile; row: BaseRow }
  /** a file was renamed, its memory follows */
  | { kind: 'move'; file: DiskFile; head: Head; row: BaseRow }
  /** a file is gone, and so its memory */
  | { kind: 'drop'; head: Head; row: BaseRow }
  /** both sides are the same, and the row is not */
  | { kind: 'agree'; file: DiskFile; versionId: string; row: BaseRow | null }
  /** neither side has it; the row is kept for a file that comes back */
  | { kind: 'gone'; row: BaseRow }
  | { kind: 'forget'; row: BaseRow }
  /** the store's text is to stand on the disk; `from`: the memory's file elsewhere, which `old` is about */
  | {
      kind: 'put'
      head: Head
      file: DiskFile | null
      row: BaseRow | null
      from: DiskFile | null
      old: BaseRow | null
    }
  /** the file of a memory that is deleted, or stands elsewhere by now */
  | { kind: 'remove'; file: DiskFile; row: BaseRow }

/** How long a file that is gone keeps its memory: at its path, or elsewhere with the same bytes; ms. */
const AT_ITS_PATH = 30 * 86_400_000
const ELSEWHERE = 60 * 60_000

/** Fewer bytes are the same by chance. */
const TELLING_BYTES = 64

/** The steps that bring both sides together, those of the store first. Others are let in on the way. */
export async function reconcile(
  disk: Disk,
  rows: Iterable<BaseRow>,
  heads: Iterable<Head>,
  now: number,
): Promise<FolderStep[]> {
  const all = [...rows]
  const live = all.filter(({ goneAt }) => goneAt === null)
  const gone = all.filter(({ goneAt }) => goneAt !== null)
  const standing = [...heads]
  const sides: Sides = {
    disk,
    now,
    live,
    rowAt: new Map(live.map((row) => [row.path, row])),
    rowsOf: groupedBy(live, ({ memoryId }) => memoryId),
    gone,
    goneAt: groupedBy(gone, ({ path }) => path),
    goneWith: groupedBy(gone, ({ sha256 }) => sha256),
    byId: new Map(standing.map((head) => [head.memoryId, head])),
    byPath: new Map(standing.map((head) => [head.path, head])),
    claimed: new Set(),
    touched: new Set(),
    steps: [],
  }
  const { current, stale } = parted(sides)
  for (const row of stale) leaveStale(sides, row)
  const pairs = paired(sides, current)
  await turn()
  for (const [row, file] of pairs) settle(sides, row, file)
  await turn()
  for (const file of sides.disk.files.values()) {
    if (!sides.claimed.has(file.path)) takeNew(sides, file)
  }
  await turn()
  for (const head of sides.byId.values()) putBack(sides, head)
  for (const row of sides.gone) {
    if (now - (row.goneAt?.getTime() ?? 0) > AT_ITS_PATH) sides.steps.push({ kind: 'forget', row })
  }
  return sides.steps
}

/** Of a look at a folder: rows of live memories whose files are not there. */
export function missedBy(steps: readonly FolderStep[]): string[] {
  return steps.flatMap((step) => (step.kind === 'drop' ? step.row.path : []))
}

interface Sides {
  disk: Disk
  now: number
  live: BaseRow[]
  /** rows of what is there, by path and by memory */
  rowAt: Map<string, BaseRow>
  rowsOf: Map<string, BaseRow[]>
  gone: BaseRow[]
  /** rows of what is gone, by path and by text */
  goneAt: Map<string, BaseRow[]>
  goneWith: Map<string, BaseRow[]>
  byId: Map<string, Head>
  byPath: Map<string, Head>
  /** paths of files that belong to a row */
  claimed: Set<string>
  /** memories that a step of the store is about, or of which too little is known */
  touched: Set<string>
  steps: FolderStep[]
}

/** A memory that moved in the store has a row at both paths until its old file is gone. */
function parted({ live, byId }: Sides): { current: BaseRow[]; stale: BaseRow[] } {
  const currentOf = new Map<string, BaseRow>()
  for (const row of live) {
    const known = currentOf.get(row.memoryId)
    if (!known || byId.get(row.memoryId)?.path === row.path) currentOf.set(row.memoryId, row)
  }
  const isCurrent = (row: BaseRow) => currentOf.get(row.memoryId) === row
  return { current: live.filter(isCurrent), stale: live.filter((row) => !isCurrent(row)) }
}

function leaveStale({ disk, byPath, claimed, steps }: Sides, row: BaseRow): void {
  if (disk.isUnknown(row.path)) return
  const file = disk.files.get(row.path)
  if (file?.sha256 !== row.sha256) return void steps.push({ kind: 'forget', row })
  claimed.add(file.path)
  if (!byPath.has(row.path)) steps.push({ kind: 'remove', file, row })
}

/** Each row with its file: at its path, or else the one that it was renamed to; null: it is gone. */
function paired(sides: Sides, rows: readonly BaseRow[]): [BaseRow, DiskFile | null][] {
  const { disk, claimed, touched, byPath } = sides
  const pairs: [BaseRow, DiskFile | null][] = []
  const missing: BaseRow[] = []
  for (const row of rows) {
    const file = disk.files.get(row.path)
    if (disk.isUnknown(row.path)) touched.add(row.memoryId)
    else if (!file) missing.push(row)
    else {
      claimed.add(file.path)
      pairs.push([row, file])
    }
  }
  if (missing.length === 0) return pairs
  const arrivals = [...disk.files.values()].filter(({ path }) => !claimed.has(path))
  const byFile = new Map(arrivals.map((file) => [file.stat.id, file]))
  const byText = groupedBy(arrivals.toReversed(), ({ sha256 }) => sha256)
  const isFreeFor = (row: BaseRow, file: DiskFile | undefined): file is DiskFile => {
    if (!file || claimed.has(file.path)) return false
    const there = byPath.get(file.path)
    return !there || there.memoryId === row.memoryId
  }
  const found = new Map<BaseRow, DiskFile>()
  const match = (row: BaseRow, file: DiskFile | undefined) => {
    if (found.has(row) || !isFreeFor(row, file)) return
    claimed.add(file.path)
    found.set(row, file)
  }
  for (const row of missing) match(row, byFile.get(idOfStamp(row.stamp)))
  for (const row of missing) {
    if (found.has(row)) continue
    const same = byText.get(row.sha256) ?? []
    // Of thousands with one text, each is looked at once.
    while (same.length > 0 && claimed.has(same.at(-1)?.path ?? '')) same.pop()
    match(
      row,
      same.findLast((file) => file.stat.size > 0 && isFreeFor(row, file)),
    )
  }
  for (const row of missing) pairs.push([row, found.get(row) ?? null])
  return pairs
}

/** What becomes of a row's memory and of its file. */
function settle(sides: Sides, row: BaseRow, file: DiskFile | null): void {
  const { byId, steps, touched } = sides
  const head = byId.get(row.memoryId) ?? null
  const hasStoreText = head !== null && !isSameText(row, head)
  const add = (step: FolderStep) => {
    touched.add(row.memoryId)
    steps.push(step)
  }
  if (!file) {
    if (!head) return add({ kind: 'gone', row })
    const isAsAgreed = !hasStoreText && head.path === row.path
    return isAsAgreed ? add({ kind: 'drop', head, row }) : void steps.push({ kind: 'forget', row })
  }
  const isMoved = file.path !== row.path
  const isWritten = file.sha256 !== row.sha256
  if (!head) return settleDeleted(sides, row, file, isMoved || isWritten)
  if (!isWritten && !isMoved) {
    if (!hasStoreText && head.path === row.path && file.stamp !== row.stamp) {
      steps.push({ kind: 'agree', file, versionId: row.versionId, row })
    }
    return
  }
  if (file.sha256 === head.sha256 && (!isMoved || head.path === file.path)) {
    return add({ kind: 'agree', file, versionId: head.versionId, row })
  }
  if (!isWritten) {
    return add(
      head.path === file.path
        ? { kind: 'agree', file, versionId: row.versionId, row }
        : { kind: 'move', file, head, row },
    )
  }
  add({ kind: hasStoreText ? 'merge' : 'take', file, head, row })
}

/** Whether the store holds what it held when both sides agreed. */
const isSameText = (row: BaseRow, head: Head) =>
  head.versionId === row.versionId || head.sha256 === row.sha256

function settleDeleted(
  { byPath, steps, touched }: Sides,
  row: BaseRow,
  file: DiskFile,
  isChanged: boolean,
): void {
  const other = byPath.get(file.path)
  if (isChanged && other) {
    touched.add(other.memoryId)
    steps.push({ kind: 'merge', file, head: other, row: null })
  } else if (isChanged) steps.push({ kind: 'revive', file, row })
  // What another memory is to hold there is put over it.
  else if (!other) steps.push({ kind: 'remove', file, row })
}

/** A file that no row has. */
function takeNew(sides: Sides, file: DiskFile): void {
  const { byPath, steps, touched } = sides
  const head = byPath.get(file.path)
  if (head) {
    if (touched.has(head.memoryId)) return
    touched.add(head.memoryId)
    const isSame = head.sha256 === file.sha256
    const { versionId } = head
    return void steps.push(
      isSame
        ? { kind: 'agree', file, versionId, row: null }
        : { kind: 'merge', file, head, row: null },
    )
  }
  const row = comesBack(sides, file)
  if (!row) return void steps.push({ kind: 'take', file, head: null, row: null })
  touched.add(row.memoryId)
  steps.push({ kind: 'revive', file, row })
}

/** The row of a file that was gone and is there again. */
function comesBack(sides: Sides, file: DiskFile): BaseRow | undefined {
  const { goneAt: goneAtPath, goneWith, byId, touched, now } = sides
  const isFree = ({ memoryId }: BaseRow) => !byId.has(memoryId) && !touched.has(memoryId)
  const since = ({ goneAt }: BaseRow) => now - (goneAt?.getTime() ?? 0)
  const here = goneAtPath.get(file.path)?.find((row) => isFree(row) && since(row) <= AT_ITS_PATH)
  if (here || file.stat.size < TELLING_BYTES) return here
  return (goneWith.get(file.sha256) ?? [])
    .filter((row) => isFree(row) && since(row) <= ELSEWHERE)
    .toSorted((one, other) => since(one) - since(other) || comparePaths(one.path, other.path))[0]
}

/** What the disk is to hold of a memory. */
function putBack({ disk, rowAt, rowsOf, byPath, touched, steps }: Sides, head: Head): void {
  if (touched.has(head.memoryId) || disk.isUnknown(head.path)) return
  const file = disk.files.get(head.path) ?? null
  const row = rowAt.get(head.path) ?? null
  if (file && row && file.sha256 !== row.sha256) return
  if (file && file.sha256 === head.sha256) {
    if (row?.versionId !== head.versionId && file.sha256 === row?.sha256) {
      steps.push({ kind: 'agree', file, versionId: head.versionId, row })
    }
    return
  }
  const old = rowsOf.get(head.memoryId)?.find(({ path }) => path !== head.path) ?? null
  const stands = old && !byPath.has(old.path) ? disk.files.get(old.path) : undefined
  const from = stands && stands.sha256 === old?.sha256 ? stands : null
  steps.push({ kind: 'put', head, file, row, from, old })
}
