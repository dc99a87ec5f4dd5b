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
  for (const [path, place] of await lastPlaces(source, signal)) pathOf.set(place, path)
  yield* inMoments(changesAt(source, pathOf, signal))
}

/** For each path, the index of the change in the whole source that gives its final content. */
async function lastPlaces(source: Source, signal: AbortSignal): Promise<Map<string, number>> {
  const places = new Map<string, number>()
  let place = 0
  for await (const { changes } of momentsOf(source, signal)) {
    // Paths may be swapped in a moment: all moves away are applied before any arrival.
    const leaving = new Map<string, number | undefined>()
    for (const change of changes) {
      const path =
        change.op === 'rename' ? change.from : change.op === 'delete' ? change.path : null
      if (path === null) continue
      leaving.set(path, places.get(path))
      places.delete(path)
    }
    for (const change of changes) {
      const own = place++
      if (change.op === 'rename' && !change.bytes) {
        const before = leaving.get(change.from)
        if (before !== undefined) places.set(change.path, before)
      } else if (change.op !== 'delete') places.set(change.path, own)
    }
  }
  return places
}

async function* changesAt(
  source: Source,
  pathOf: ReadonlyMap<number, string>,
  signal: AbortSignal,
): AsyncGenerator<SourceChange> {
  let place = 0
  for await (const { changes } of momentsOf(source, signal)) {
    for (const change of changes) {
      const path = pathOf.get(place++)
      if (path === undefined) continue
      if (change.op === 'skip') yield change
      else if (change.op !== 'delete' && change.bytes) {
        yield { op: 'write', path, bytes: change.bytes }
      }
    }
  }
}
