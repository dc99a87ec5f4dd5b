import { momentsOf } from './moments-of'
import { inMoments, type Source, type SourceChange, type SourceMoment } from './source'

/**
 * What a history comes to in the end, as a snapshot. The source is read twice, so that only the
 * places of the last contents are held in memory and not the contents.
 */
export async function* lastState(
  source: Source,
  signal: AbortSignal,
): AsyncGenerator<SourceMoment> {
  const pathOf = new Map<number, string>()
  for (const [path, place] of await lastPlaces(source, signal)) pathOf.set(place, path)
  yield* inMoments(changesAt(source, pathOf, signal))
}

/** Counted through the whole source: at which change stands what each path holds in the end. */
async function lastPlaces(source: Source, signal: AbortSignal): Promise<Map<string, number>> {
  const places = new Map<string, number>()
  let place = 0
  for await (const { changes } of momentsOf(source, signal)) {
    // Paths may be swapped in a moment: what leaves one leaves it before anything arrives.
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
