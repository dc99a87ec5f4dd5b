import type { Entry } from '@/lib/sessions/entries'
import { calledOf, type CallOf } from './called'

/** A row of a conversation: an entry, or reads that followed each other. */
export type Row =
  | { kind: 'entry'; id: string; entry: Entry; isPerson: boolean; isTurn: boolean }
  | { kind: 'reads'; id: string; calls: CallOf[]; isPerson: false; isTurn: boolean }

/** `isTurn`: where somebody begins to speak. */
export function rowsOf(entries: readonly Entry[]): Row[] {
  const rows: Row[] = []
  let wasPerson = true
  for (const entry of entries) {
    const isPerson = entry.kind === 'message'
    const isTurn = isPerson !== wasPerson
    wasPerson = isPerson
    const last = rows.at(-1)
    if (!isDoneRead(entry)) rows.push({ kind: 'entry', id: entry.id, entry, isPerson, isTurn })
    else if (last?.kind === 'reads') last.calls.push(entry)
    else rows.push({ kind: 'reads', id: entry.id, calls: [entry], isPerson: false, isTurn })
  }
  return rows
}

function isDoneRead(entry: Entry): entry is CallOf {
  if (entry.kind !== 'call' || entry.state !== 'done' || entry.written.length > 0) return false
  return calledOf(entry, []).isRead
}
