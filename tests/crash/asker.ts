// Run by the tests of what is asked again in a separate process, to be killed: goes on with what is asked
// again, until nothing is left to ask.
import { openDatabase } from '@/lib/db/open-database'
import {
  resumeAbandonedBisections,
  testBisectionsFinished,
} from '@/lib/memory-tests/bisections/run-bisections'
import { resumeAbandonedRuns, testRunsFinished } from '@/lib/memory-tests/run-tests'
import { replaysFinished, resumeAbandonedReplays } from '@/lib/replay/run-replays'

const [url = ''] = process.argv.slice(2)
const db = openDatabase(url)
await resumeAbandonedReplays(db)
await resumeAbandonedRuns(db)
await resumeAbandonedBisections(db)
await replaysFinished()
await testRunsFinished()
await testBisectionsFinished()
await db.close()
