/** What a call does, a word of the texts under `Call`. */
export type CallVerb =
  | 'view'
  | 'create'
  | 'str_replace'
  | 'insert'
  | 'delete'
  | 'rename'
  | 'memory_list'
  | 'memory_search'
  | 'memory_read'
  | 'memory_write'
  | 'memory_edit'
  | 'memory_delete'
  | 'unknown'

const COMMANDS: readonly string[] = ['view', 'create', 'str_replace', 'insert', 'delete', 'rename']
const TOOLS: readonly string[] = [
  'memory_list',
  'memory_search',
  'memory_read',
  'memory_write',
  'memory_edit',
  'memory_delete',
]
const READS: readonly CallVerb[] = ['view', 'memory_list', 'memory_search', 'memory_read']

export function verbOf(name: string, input: Readonly<Record<string, unknown>>): CallVerb {
  const word = name === 'memory' ? input.command : name
  const isKnown = typeof word === 'string' && [...COMMANDS, ...TOOLS].includes(word)
  return isKnown ? (word as CallVerb) : 'unknown'
}

export const isRead = (verb: CallVerb): boolean => READS.includes(verb)

/** What the call is about, as the agent wrote it. */
export function subjectOf(input: Readonly<Record<string, unknown>>): string {
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : null)
  const [from, to] = [text('old_path'), text('new_path')]
  if (from !== null || to !== null) return [from, to].filter(Boolean).join(' → ')
  return text('path') ?? text('query') ?? text('path_prefix') ?? ''
}
