// A process of its own that runs one message of a session, to be killed in the middle of it.
import { openDatabase } from '@/lib/db/open-database'
import { sendEvents } from '@/lib/agent/send-events'

const [url = '', sessionId = ''] = process.argv.slice(2)
await sendEvents(openDatabase(url), sessionId, [{ type: 'user.message', texts: ['Go'] }])
