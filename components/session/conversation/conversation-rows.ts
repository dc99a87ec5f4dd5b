import { isRead, verbOf } from './call-words'
import type { CallEntry, Entry, GapEntry } from './conversation-entries'

/** A row of the conversation: one entry, or reads that follow one another. */
export type Row =
  | { kind: 'entry'; id: string; entry: Exclude<Entry, GapEntry> }
  | GapEntry
  | { kind: 'reads'; id: string; calls: CallEntry[] }

/** The rows of a conversation: two or more reads in a row are one. */
export function rowsOf(entries: readonly Entry[]): Row[] {
  const rows: Row[] = []
  for (const entry of entries) {
    const last = rows.at(-1)
    if (entry.kind === 'gap') rows.push(entry)
    else if (!isPlainRead(entry)) rows.push({ kind: 'entry', id: entry.id, entry })
    else if (last?.kind === 'reads') last.calls.push(entry)
    else if (last?.kind === 'entry' && isPlainRead(last.entry)) {
      rows[rows.length - 1] = { kind: 'reads', id: last.id, calls: [last.entry, entry] }
    } else rows.push({ kind: 'entry', id: entry.id, entry })
  }
  return rows
}

/** Returns whether it is a read that ran, or is running, and that nobody was asked about. */
function isPlainRead(entry: Entry): entry is CallEntry {
  if (entry.kind !== 'call' || entry.confirmation !== null) return false
  return (
    (entry.state === 'done' || entry.state === 'running') && isRead(verbOf(entry.name, entry.input))
  )
}
