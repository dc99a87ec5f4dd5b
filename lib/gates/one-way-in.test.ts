import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The verbs that gates stand before, and the rooms that may call them as they are. */
const UNGATED = [
  { verb: 'applyReview', room: 'lib/review' },
  { verb: 'mergeBranch', room: 'lib/store' },
  { verb: 'decideProposal', room: 'lib/proposals' },
]

const DOORS = ['app', 'components', 'cli', 'lib']

test.each(UNGATED)(
  'nobody calls $verb but its own room and the gates before it',
  ({ verb, room }) => {
    const called = new RegExp(`\\b${verb}\\(`)
    const callers = DOORS.flatMap(sourcesBelow).filter(
      (file) =>
        !file.startsWith(`${room}/`) &&
        !file.startsWith('lib/gates/') &&
        called.test(readFileSync(file, 'utf8')),
    )
    expect(callers).toEqual([])
  },
)

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.startsWith('lib/db/generated/'))
}
