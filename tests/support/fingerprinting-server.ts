// Run by redacted-elsewhere.test.ts as one of several servers, each with its own settings: says at its
// start what it has to say of fingerprints, redacts a text or looks whether another holds one that
// was redacted, and ends.
import { openDatabase } from '@/lib/db/open-database'
import { fingerprintAdvice } from '@/lib/store/redaction/fingerprint-advice'
import { holdsRedactedText, noteRedactedTexts } from '@/lib/store/redaction/redacted-texts'

const [url = '', act = '', storeId = '', text = ''] = process.argv.slice(2)
const db = openDatabase(url)
const advice = await fingerprintAdvice(db.read)
if (act === 'redacts') await noteRedactedTexts(db, { texts: [text], storeKeys: null })
const holds = await holdsRedactedText(db, { storeId, text })
process.stdout.write(JSON.stringify({ advice, holds }))
await db.close()
