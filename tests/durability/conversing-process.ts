// Killed by sessions-killed.test.ts: says something in a session, and runs it until it rests.
import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import { openDatabase, useDatabase } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { sendEvents } from '@/lib/sessions/send'
import { BY_PERSON } from '@/lib/store/model/actor'
import { message } from '@/tests/support/messages'

const [url = '', sessionId = '', text = ''] = process.argv.slice(2)
useDatabase(await openDatabase(url))
await sendEvents(sessionId, [message(text)], BY_PERSON)
await allDone()
writeSync(3, 'rests\n')
process.exit(0)
