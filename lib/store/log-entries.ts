import { db, padded } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { flagsOf } from '@/lib/scan/flags-of'
import { previewLines } from '@/lib/scan/masked'
import { groupedBy } from '@/lib/text/lists'
import { writersOf } from './actors'
import { type AskedLog, readLog, type Step } from './log'
import type { Writer } from './model/actor'
import { type Batch, batchesOf, type Told, toldOf } from './told'

/** An entry of the log: steps that are told as one, which stands where the last of them is. */
export interface LogEntry extends Omit<Step, 'id' | 'by' | 'storeId'> {
  id: string
  store: { id: string; name: string; isArchived: boolean }
  /** null: nothing is kept of who it was */
  by: Writer | null
  /** how many steps it is */
  count: number
  held: { path: string; state: string } | null
  /** that it wrote, or that is settled in it */
  batch: Batch | null
  /** memories that were settled, or opened again */
  settled: number
  versionIds: string[]
  /** that it wrote, and some of these by their last versions, told with those before */
  memoryCount: number
  memories: Told[]
}

export interface AskedEntries extends AskedLog {
  /** memories that are told of an entry, but of this one all */
  each: number
  unfolded?: string | undefined
}

const MOST_UNFOLDED = 200

/** A page of the log, see `readLog`. What is in a store that was deleted is left out. */
export async function logEntries(
  asked: AskedEntries,
): Promise<{ entries: LogEntry[]; older: string | null }> {
  const { groups, older } = await readLog(asked)
  const heads = groups.flatMap(([head]) => head ?? [])
  const subjects = { in: padded(heads.map(({ id, batchId }) => batchId ?? id)) }
  const storeIds = { in: padded(heads.map(({ storeId }) => storeId)) }
  const memories = groups.map((steps) => memoriesIn(steps, asked))
  const [writerOf, batches, told, stores, held, settles] = await Promise.all([
    writersOf(heads.flatMap(({ by }) => by ?? [])),
    batchesOf(heads),
    toldLast(memories.flat()),
    db.store.findMany({ where: { id: storeIds, deletedAt: null } }),
    db.heldWrite.findMany({ where: { id: subjects }, omit: { steps: true } }),
    db.review.groupBy({ by: ['batchId', 'endedAt'], where: { batchId: subjects }, _count: true }),
  ])
  // Of a redaction: where the memories are that it reached, three at most, and whether there are more.
  const pathsOf = (steps: readonly Step[]) => {
    const paths = [...new Set(steps.flatMap(({ path }) => path ?? []))]
    return [...paths.slice(0, 3), ...(paths.length > 3 ? ['…'] : [])]
  }
  /** Of what an undo opened again, only that. */
  const settledIn = ({ batchId, at }: Step) => {
    const own = settles.filter((each) => each.batchId === batchId)
    const ended = own.filter(({ endedAt }) => endedAt?.getTime() === at.getTime())
    return (ended.length > 0 ? ended : own).reduce((sum, { _count }) => sum + _count, 0)
  }
  const entries = groups.flatMap((steps, at): LogEntry | [] => {
    const [head] = steps
    const store = stores.find(({ id }) => id === head?.storeId)
    if (!head || !store) return []
    const versions = steps.filter(({ kind }) => kind === 'version')
    return {
      ...head,
      id: idOf(head),
      by: head.by && writerOf(head.by),
      count: steps.length,
      store: { id: store.id, name: store.name, isArchived: store.archivedAt !== null },
      held: held.find(({ id }) => id === head.id) ?? null,
      batch: batches.get(head.batchId ?? '') ?? null,
      text: head.kind === 'redaction' ? pathsOf(steps).join(', ') : head.text,
      settled: settledIn(head),
      versionIds: versions.map(({ id }) => id),
      memoryCount: new Set(versions.map(({ memoryId }) => memoryId)).size,
      memories: memories[at]?.flatMap(([last]) => told.get(last?.id ?? '') ?? []) ?? [],
    }
  })
  return { entries, older }
}

const idOf = ({ storeId, sequence, kind }: Step) => `${storeId}.${sequence}.${kind}`

/** The versions of each memory that is told, newest first. */
function memoriesIn(steps: readonly Step[], { each, unfolded }: AskedEntries): Step[][] {
  const versions = steps.filter(({ kind }) => kind === 'version')
  const isUnfolded = steps[0] !== undefined && idOf(steps[0]) === unfolded
  const memories = groupedBy(versions, ({ memoryId }) => memoryId)
  return [...memories.values()].slice(0, isUnfolded ? MOST_UNFOLDED : each)
}

/** The last version of each memory, told with its earlier ones: of too much the newest. */
async function toldLast(memories: readonly Step[][]): Promise<ReadonlyMap<string, Told>> {
  const firsts = new Map(memories.map((steps) => [steps[0]?.id ?? '', steps.at(-1)?.sequence ?? 0]))
  const read = (some: string[]) => db.version.findMany({ where: { id: { in: some } } })
  const rows = await rowsOf(firsts.keys(), read)
  rows.sort((one, other) => Number(other.createdAt) - Number(one.createdAt))
  return masked(await toldOf(rows, ({ id, sequence }) => firsts.get(id) ?? sequence))
}

/** Without the secrets in their lines, which are scanned as one text. */
async function masked(told: ReadonlyMap<string, Told>): Promise<ReadonlyMap<string, Told>> {
  const lines = [...told.values()].flatMap(({ line }) => line ?? [])
  const content = lines.map(({ text }) => text).join('\n')
  const shown = previewLines(content, await flagsOf({ path: '', content }))
  for (const [at, line] of lines.entries()) line.text = shown[at] ?? line.text
  return told
}
