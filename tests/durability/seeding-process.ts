import '@/tests/support/killed-at'
import { readFileSync, writeSync } from 'node:fs'
import { openDatabase, useDatabase } from '@/lib/db'
import { jobEnded } from '@/lib/jobs/jobs'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import { openSource } from '@/lib/transfer/seed'

/** Seeds a store from a file with its history, and says what its job came to: `url`, the store's id, file. */
const [url = '', storeId = '', file = ''] = process.argv.slice(2)

useDatabase(await openDatabase(url))
const named = { type: 'upload' as const, name: 'source.jsonl', bytes: readFileSync(file) }
const { signal } = new AbortController()
const { id: jobId } = await openSource({ storeId, named, isTrusted: true }, BY_PERSON, signal)
const ask = { kind: 'seed' as const, jobId, withHistory: true }
const { plan } = await planOf(storeId, ask)
await doPlan(storeId, ask, { hash: plan.hash }, BY_PERSON)
writeSync(3, `${(await jobEnded(jobId)).state}\n`)
process.exit(0)
