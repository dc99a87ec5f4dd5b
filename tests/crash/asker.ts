// Run by asked-again.test.ts in a separate process, to be killed: goes on with what is asked again, until
// nothing is left to ask.
import { openDatabase } from '@/lib/db/open-database'
import { replaysFinished, resumeAbandonedReplays } from '@/lib/replay/run-replays'

const [url = ''] = process.argv.slice(2)
const db = openDatabase(url)
await resumeAbandonedReplays(db)
await replaysFinished()
await db.close()
