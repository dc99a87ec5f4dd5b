import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { exportedTests } from '@/lib/api/transferred-tests'
import { database } from '@/lib/db/open-database'
import { type ExportFormat, exportStore } from '@/lib/transfer/export-store'
import { requireStoreNamed } from './find-store'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'

const FORMATS: readonly string[] = ['zip', 'tar', 'jsonl']

/** `palimpsest export <store>`. */
export async function exportCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      format: { type: 'string' },
      history: { type: 'boolean', default: false },
      at: { type: 'string' },
      out: { type: 'string', default: '-' },
    },
  })
  const [name, ...others] = positionals
  if (name === undefined || others.length > 0) throw new UsageError('export takes one store')
  const format = values.format ?? (values.history ? 'jsonl' : 'zip')
  if (!isFormat(format)) throw new UsageError('--format must be zip, tar or jsonl')
  const time = values.at === undefined ? null : Date.parse(values.at)
  if (Number.isNaN(time)) throw new UsageError('--at must be a time such as 2026-01-31T12:00:00Z')
  const db = database()
  const store = await requireStoreNamed(db, name)
  const bytes = await exportStore(db, {
    storeId: store.id,
    format,
    withHistory: values.history,
    at: time === null ? undefined : { time },
    tests: format === 'jsonl' ? await exportedTests(db, store.id) : undefined,
  })
  if (values.out === '-' && process.stdout.isTTY && format !== 'jsonl') {
    throw new UsageError('a terminal cannot show an archive; use --out <file>')
  }
  const output =
    values.out === '-' ? process.stdout : createWriteStream(path.resolve(typedFrom(), values.out))
  await pipeline(Readable.from(bytes), output, { end: values.out !== '-' })
  return 0
}

function isFormat(format: string): format is ExportFormat {
  return FORMATS.includes(format)
}
