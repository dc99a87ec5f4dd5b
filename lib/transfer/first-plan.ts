import { DEFAULT_LIMITS } from '@/lib/store/model/limits'
import { cannot, hashOf } from '@/lib/store/plan/aims'
import type { AskOf, Plan, PlanRow } from '@/lib/store/plan/plan'
import { ancestorPaths, comparePaths } from '@/lib/text/memory-path'
import { lineCounts } from '@/lib/text/text-diff'
import { leftRows, pathOf, spanOf, testNotes, UNCHANGED } from './plan'
import { Replay, type Standing } from './replay'
import type { Source } from './source'

/** The plan of a source for a store that is yet to be made: all that it can hold is new. Asks no database. */
export function firstPlan(source: Source, withHistory: boolean): Plan {
  const replay = new Replay(DEFAULT_LIMITS.memoryBytes)
  const written = source.moments.flatMap((moment) => replay.apply(moment))
  const created = rowsOf(replay.files)
  const possible = new Set(created.flatMap(({ id, group }) => (group === 'change' ? id : [])))
  const rows = [...created, ...leftRows(new Map([...source.left, ...replay.left]), source)]
  rows.sort((one, other) => comparePaths(pathOf(one), pathOf(other)))
  const span = withHistory && source.isHistory ? spanOf(source, 0) : null
  const { tests } = source
  const ask: AskOf<'seed'> = { kind: 'seed', jobId: '', withHistory }
  return {
    storeId: '',
    ask,
    sequence: 0,
    rows,
    same: 0,
    memoryTests: tests.length,
    notes: [...source.notes, ...testNotes(tests, tests)],
    versions: span ? written.filter(({ row }) => possible.has(row)).length : possible.size,
    ...(span && { moments: span }),
    hash: hashOf(ask, rows),
  }
}

/** Of two whose paths overlap, the first one counts. */
function rowsOf(files: ReadonlyMap<string, Standing>): PlanRow[] {
  const taken = new Set<string>()
  const above = new Set<string>()
  return [...files].flatMap(([path, { id, text }]): PlanRow[] => {
    if (!text) return []
    const { sha256, size, content } = text
    const row: PlanRow = {
      ...UNCHANGED,
      ...lineCounts('', content),
      id,
      after: { path, sha256, size },
      group: 'change',
      operation: 'created',
    }
    const parents = ancestorPaths(path)
    if (above.has(path) || parents.some((parent) => taken.has(parent))) cannot(row, 'path_taken')
    else {
      taken.add(path)
      for (const parent of parents) above.add(parent)
    }
    return [row]
  })
}
