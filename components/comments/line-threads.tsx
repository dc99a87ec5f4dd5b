import 'server-only'
import type { DiffLine } from '@/lib/text/text-diff'
import { type HunkThread, isBelow } from './hunk-threads'
import { Threads } from './threads'

/** The comments below a line of a hunk, as a row of its table. */
export function LineThreads({ threads, line }: { threads: readonly HunkThread[]; line: DiffLine }) {
  const here = threads.filter((each) => isBelow(each, line))
  if (here.length === 0) return null
  return (
    <tr role="row" data-between>
      <td role="cell" colSpan={4} className="py-2 pr-4 pl-24 max-md:pr-2 max-md:pl-2">
        <Threads threads={here.map(({ thread }) => thread)} />
      </td>
    </tr>
  )
}

/** The comments of a hunk on lines that it does not show. */
export function RestThreads({
  threads,
  lines,
}: {
  threads: readonly HunkThread[]
  /** those that are shown */
  lines: readonly DiffLine[]
}) {
  const rest = threads.filter((each) => !lines.some((line) => isBelow(each, line)))
  if (rest.length === 0) return null
  return (
    <div className="px-4 py-2 max-md:px-2">
      <Threads threads={rest.map(({ thread }) => thread)} />
    </div>
  )
}
