import { text as textOf } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { database } from '@/lib/db/database'
import { COMMAND_LINE_ACTOR } from '@/lib/store/actor'
import { findText } from '@/lib/store/find-text'
import { receiptOf, redactText } from '@/lib/store/redact-text'
import { requireStoreNamed } from './find-store'
import { UsageError } from './usage'

/** `palimpsest redact --store <name>`; the text comes by standard input, so that no shell remembers it. */
export async function redactCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: 'string' },
      replacement: { type: 'string', default: '[redacted]' },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.store === undefined) throw new UsageError('redact needs --store <name or id>')
  const db = database()
  const store = await requireStoreNamed(db, values.store)
  const text = (await textOf(process.stdin)).replace(/\r?\n$/, '')
  const wanted = { text, storeIds: [store.id] }
  if (values['dry-run']) {
    for (const place of await findText(db, wanted)) {
      const where =
        place.kind === 'remark' || place.kind === 'conversation'
          ? `${place.table}.${place.column}`
          : place.versionId
      process.stdout.write(`${place.kind}  ${where}\n`)
    }
    return 0
  }
  const { finished } = await redactText(db, {
    ...wanted,
    replacement: values.replacement,
    cause: { actor: COMMAND_LINE_ACTOR },
  })
  const job = await finished
  const receipt = receiptOf(job)
  if (!receipt) {
    process.stderr.write(`palimpsest: the redaction ${job.state}: ${job.error ?? ''}\n`)
    return 1
  }
  process.stdout.write(`${JSON.stringify(receipt, null, 2)}\n`)
  return receipt.proof.placesLeft === 0 && receipt.compaction.isComplete ? 0 : 1
}
