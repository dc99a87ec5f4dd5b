import type { CallEntry, Entry } from '@/lib/sessions/entries'

type Call = Extract<Entry, { kind: 'call' }>

/** A row of a conversation: an entry, or reads that followed each other. */
export type Row =
  | { kind: 'entry'; id: string; entry: Entry; isPerson: boolean; isTurn: boolean }
  | { kind: 'reads'; id: string; calls: Call[]; isPerson: false; isTurn: boolean }

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

const READS: ReadonlySet<string> = new Set(['memory_list', 'memory_search', 'memory_read'])

function isDoneRead(entry: Entry): entry is Call {
  if (entry.kind !== 'call' || entry.state !== 'done' || entry.written.length > 0) return false
  return READS.has(entry.name) || (entry.name === 'memory' && entry.input.command === 'view')
}

/** What a call names: a path as the agent writes it; '' where it names none. */
export function placeOf({ input }: Pick<CallEntry, 'input'>): string {
  const { path, query } = input
  if (typeof path === 'string') return path
  return typeof query === 'string' ? `“${query}”` : ''
}
