import { type Entry, entriesOf } from '@/lib/sessions/entries'
import type { SessionEvent } from '@/lib/sessions/event'
import type { Session } from '@/lib/sessions/sessions'

/** A conversation as Markdown, to be read elsewhere: what was said, and what was called with its answers. */
export function markdownOf(session: Session, events: readonly SessionEvent[]): string {
  const { title, settings, stores, createdAt } = session
  const names = stores.map(({ name }) => name).join(', ')
  const head = [
    `# ${title ?? session.id}`,
    `${createdAt.toISOString()} · ${settings.model}${names && ` · ${names}`}`,
  ]
  return `${[...head, ...entriesOf(events).flatMap(blocksOf)].join('\n\n')}\n`
}

function blocksOf(entry: Entry): string[] {
  switch (entry.kind) {
    case 'message':
      return ['## Person', entry.text]
    case 'said':
      return ['## Agent', entry.text]
    case 'thought':
      return ['### Thinking', fenced(entry.text)]
    case 'call': {
      const { name, state, input, malformed, answer } = entry
      const sent = malformed ?? JSON.stringify(input, null, 2)
      const answered = answer === null ? [] : [fenced(answer)]
      return [`### Call of ${name} (${state})`, fenced(sent), ...answered]
    }
    case 'reminder':
      return ['### Reminder', fenced(entry.text)]
    case 'compaction':
      return entry.end?.state === 'done' ? ['### Summary', entry.end.summary] : []
    case 'fault':
      return [`### Fault: ${entry.fault.kind}`, fenced(entry.fault.message)]
    case 'stopped':
    case 'ended':
      return [`### ${entry.kind === 'ended' ? 'Archived' : 'Stopped'}`]
  }
}

/** Longer than any fence within the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((fence) => fence.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}
