import { momentsOf } from './moments-of'
import { inMoments, type Source, type SourceChange, type SourceMoment } from './source'

/**
 * The final state of a history, as a snapshot. The source is read twice, so that memory holds only
 * the positions of the last contents, not the contents.
 */
export async function* lastState(
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<SourceMoment> {
  const pathOf = new Map<number, string>()
  for (const [path, position] of await lastPositions(source, signal)) pathOf.set(position, path)
  yield* inMoments(changesAt(source, pathOf, signal))
}

/** For each path, the index of the change in the whole source that gives its final content. */
async function lastPositions(source: Source, signal: AbortSignal): Promise<Map<string, number>> {
  const positions = new Map<string, number>()
  let position = 0
  for await (const { changes } of momentsOf(source, signal)) {
    // Paths may be swapped in a moment: all moves away are applied before any arrival.
    const leaving = new Map<string, number | undefined>()
    for (const change of changes) {
      const path =
        change.op === 'rename' ? change.from : change.op === 'delete' ? change.path : null
      if (path === null) continue
      leaving.set(path, positions.get(path))
      positions.delete(path)
    }
    for (const change of changes) {
      const own = position++
      if (change.op === 'rename' && !change.bytes) {
        const before = leaving.get(change.from)
        if (before !== undefined) positions.set(change.path, before)
      } else if (change.op !== 'delete') positions.set(change.path, own)
    }
  }
  return positions
}

async function* changesAt(
  source: Source,
  pathOf: ReadonlyMap<number, string>,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  let position = 0
  for await (const { changes } of momentsOf(source, signal)) {
    for (const change of changes) {
      const path = pathOf.get(position++)
      if (path === undefined) continue
      if (change.op === 'skip') yield change
      else if (change.op !== 'delete' && change.bytes) {
        yield { op: 'write', path, bytes: change.bytes }
      }
    }
  }
}
