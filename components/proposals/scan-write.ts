import 'server-only'
import { addedLinesOf, newPathOf } from '@/lib/review/examining/examine-memory'
import { scan, type ScanOutcome } from '@/lib/scan/scanner'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'

/** Limit on the wait for the scanner, as a person is opening the page; milliseconds. */
const WAITING = { caller: 'previews', deadlineMs: 5_000 }

/** Scans the lines that a write would add, a memory each. */
export function scanWrite(changes: readonly MemoryChange<MemoryText>[]): Promise<ScanOutcome[]> {
  // Each may wait for the scanner: that is waited for together.
  return Promise.all(
    changes.map(async (change) =>
      scan({ path: newPathOf(change), lines: await addedLinesOf(change) }, WAITING),
    ),
  )
}

/** Returns what was found; of what could not be scanned in time, as far as it was. */
export function findingsIn(outcome: ScanOutcome) {
  return outcome.state === 'scanned' || outcome.reason === 'too_much' ? outcome.findings : []
}
