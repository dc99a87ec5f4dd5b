import type { FixRequest } from '@/lib/review/comments/fix-requests'

/** Tells an agent at most this many requests at once (review page, "Whose turn"). */
export const MAX_REQUESTS = 5

/** Characters of one request, and of these at most those of the last reply. */
const MAX_REQUEST = 500
const MAX_REPLY = 250

/** Words a reviewer's request for an agent. `root`: stands before the store's paths. */
export function requestWords(
  { path, lines, originalLines, text, reply }: FixRequest,
  root: string,
): string {
  const { from, to } = lines ?? originalLines
  const where = from === to ? `line ${from}` : `lines ${from} to ${to}`
  const place = path === null ? 'a deleted memory' : `${root}${path}`
  const then = lines === null ? ', as it was before: these lines have changed since' : ''
  const replied = reply === null ? '' : clipped(reply, MAX_REPLY)
  const said = clipped(text, MAX_REQUEST - replied.length)
  return [`- ${place}, ${where}${then}:`, ...quoted(said), ...quoted(replied)].join('\n')
}

function clipped(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

/** Its lines are indented, so that none can pass for a request or a heading of ours. */
const quoted = (text: string) => (text === '' ? [] : text.split('\n').map((line) => `  ${line}`))
