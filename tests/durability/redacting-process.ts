import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import { openDatabase, useDatabase } from '@/lib/db'
import { jobEnded } from '@/lib/jobs/jobs'
import { BY_PERSON } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redact/redact'

/** Redacts a text in a store and says what its job came to: `url`, the store's id, the text. */
const [url = '', storeId = '', text = ''] = process.argv.slice(2)

useDatabase(await openDatabase(url))
const ask = {
  text,
  replacement: '[gone]',
  storeIds: [storeId],
  earlierVersions: 'rewrite' as const,
}
const { id } = await redactText(ask, BY_PERSON)
writeSync(3, `${(await jobEnded(id)).state}\n`)
process.exit(0)
