import {
  actionOf,
  type CommandName,
  DOCUMENT_TOOLS,
  type DocumentToolName,
  MEMORY_COMMANDS,
} from '@/lib/memory-tool/tool-effects'
import type { CallState } from './conversation-entries'

/** A call's verb, a key of the texts under `Call`. */
export type CallVerb = CommandName | DocumentToolName | 'unknown'

export function verbOf(name: string, input: Readonly<Record<string, unknown>>): CallVerb {
  return actionOf({ name, input }) ?? 'unknown'
}

/** Returns the key of a verb's words: in the past for a call that is done, else as a request. */
export function verbKey(verb: CallVerb, state: CallState): CallVerb | `did_${CallVerb}` {
  return state === 'done' ? `did_${verb}` : verb
}

export const isRead = (verb: CallVerb): boolean =>
  verb !== 'unknown' && !{ ...MEMORY_COMMANDS, ...DOCUMENT_TOOLS }[verb].writes

/** Returns the subject of a call, such as a path, as the agent wrote it. */
export function subjectOf(input: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : null)
  const [from, to] = [text('old_path'), text('new_path')]
  if (from !== null || to !== null) return [from, to].filter(Boolean).join(' → ')
  return text('path') ?? text('query') ?? text('path_prefix') ?? ''
}
