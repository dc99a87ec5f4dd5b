import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/**
 * The verbs that gates stand before, their modules, and the rooms that may take them as they are. Those
 * of `lib/proposals` decide about calls of sessions: what is allowed there comes from `lib/gates`, or
 * lapses.
 */
const UNGATED = [
  { verb: 'applyReview', module: 'lib/review/decisions/apply-review', rooms: ['lib/review'] },
  { verb: 'mergeBranch', module: 'lib/store/branches/merge-branch', rooms: ['lib/store'] },
  { verb: 'decideProposal', module: 'lib/proposals/decide-proposal', rooms: ['lib/proposals'] },
  { verb: 'sendEvents', module: 'lib/agent/send-events', rooms: ['lib/agent', 'lib/proposals'] },
]

const DOORS = ['app', 'components', 'cli', 'lib']

test.each(UNGATED)(
  'nobody takes $verb but its own room and the gates before it',
  ({ verb, module, rooms }) => {
    const takers = DOORS.flatMap(sourcesBelow).filter(
      (file) =>
        ![...rooms, 'lib/gates'].some((room) => file.startsWith(`${room}/`)) &&
        takes(readFileSync(file, 'utf8'), { verb, module }),
    )
    expect(takers).toEqual([])
  },
)

const MERGE = { verb: 'mergeBranch', module: 'lib/store/branches/merge-branch' }

test.each([
  "import { mergeBranch as merge } from '@/lib/store/branches/merge-branch'",
  "import {\n  type MergeResult,\n  mergeBranch,\n} from '@/lib/store/branches/merge-branch'",
  "export { mergeBranch } from '@/lib/store/branches/merge-branch'",
  "export * from '@/lib/store/branches/merge-branch'",
  "import * as merging from '@/lib/store/branches/merge-branch'",
  "const merging = await import('@/lib/store/branches/merge-branch')",
])('a verb is seen in %j', (source) => {
  expect(takes(source, MERGE)).toBe(true)
})

test.each([
  "import { mergeBranchPastGates } from '@/lib/gates/merge-branch'",
  "import { changesOfMerge, type MergeBranchInput } from '@/lib/store/branches/merge-branch'",
])('none is seen in %j', (source) => {
  expect(takes(source, MERGE)).toBe(false)
})

/** Returns whether a source takes a verb, by its name or with all of its module. */
function takes(source: string, { verb, module }: { verb: string; module: string }): boolean {
  const lists = [...source.matchAll(/\{([^{}]*)\}\s*from\s/g)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const isNamed = lists.some((name) => name.trim().split(/\s+/)[0] === verb)
  const whole = new RegExp(`(?:\\*(?:\\s+as\\s+\\w+)?\\s+from\\s+|import\\()'@/${module}'`)
  return isNamed || whole.test(source)
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.startsWith('lib/db/generated/'))
}
