/** The kind of text in the one field of a seeding. */
export type TypedSource = 'nothing' | 'path' | 'text'

/** A folder's address on a disk: absolute, from the home folder, from here, or on Windows. */
const PATH = /^(?:\/|~|\.{1,2}(?:[/\\]|$)|[A-Za-z]:[/\\])/

/** Tells a path on the server's disk from a text: a path is one line that begins like one. */
export function typedSource(typed: string): TypedSource {
  const trimmed = typed.trim()
  if (trimmed === '') return 'nothing'
  return !trimmed.includes('\n') && PATH.test(trimmed) ? 'path' : 'text'
}
