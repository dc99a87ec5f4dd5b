// Killed by asked-again.test.ts: goes on with a search or a run of tests until it has ended.
import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import '@/lib/work'
import { openDatabase, useDatabase } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { resumeJobs } from '@/lib/jobs/jobs'

const [url = ''] = process.argv.slice(2)
useDatabase(await openDatabase(url))
await resumeJobs()
await allDone()
writeSync(3, 'ended\n')
process.exit(0)
