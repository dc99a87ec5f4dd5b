// A separate process that runs one message of a session, to be killed midway.
import { openDatabase } from '@/lib/db/open-database'
import { sendEvents } from '@/lib/agent/send-events'

const [url = '', sessionId = ''] = process.argv.slice(2)
await sendEvents(openDatabase(url), sessionId, [{ type: 'user.message', texts: ['Go'] }])
