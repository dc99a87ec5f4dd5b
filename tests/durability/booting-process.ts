// Run by booting.test.ts: what a server does when it starts, without its pages. Says on descriptor 3 that
// it has begun, and ends when it is asked to.
import { writeSync } from 'node:fs'
import { boot } from '@/instrumentation-node'

await boot()
writeSync(3, 'begun\n')
