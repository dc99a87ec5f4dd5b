import 'server-only'
import { database } from '@/lib/db/open-database'
import { listComments } from '@/lib/review/comments/read-comments'
import { placedNow, readThreads } from './read-threads'
import type { ThreadView } from './thread-view'

/** Comments that end at a line. */
export interface ThreadsAtLine {
  line: number
  threads: readonly ThreadView[]
}

/** The open comments on a memory, in what it holds now. */
export interface OpenThreads {
  count: number
  /** by line, from the first */
  atLines: readonly ThreadsAtLine[]
  /** threads whose lines are gone */
  outdated: readonly ThreadView[]
}

/** Comments that are shown beside a memory; its store lists them all. */
const MAX = 100

/** Reads the open comments on a memory. */
export async function openThreadsOf(memory: {
  storeId: string
  memoryId: string
}): Promise<OpenThreads> {
  const { comments } = await listComments(database(), { ...memory, status: 'open', limit: MAX })
  const shown = await placedNow(comments)
  const threads = await readThreads(shown)
  const atLines = new Map<number, ThreadView[]>()
  const outdated: ThreadView[] = []
  for (const [index, thread] of threads.entries()) {
    const line = shown[index]?.lines?.to
    if (line === undefined) outdated.push(thread)
    else atLines.set(line, [...(atLines.get(line) ?? []), thread])
  }
  return {
    count: comments.length,
    atLines: [...atLines]
      .map(([line, ofLine]) => ({ line, threads: ofLine }))
      .toSorted((one, other) => one.line - other.line),
    outdated,
  }
}
