import { parseArgs } from 'node:util'
import { database } from '@/lib/db/open-database'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { COMMAND_LINE_ACTOR } from '@/lib/store/model/actor'
import { requireStoreNamed } from './find-store'
import { UsageError } from './usage'

/** `palimpsest branch <store> <name>`. */
export async function branchCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { at: { type: 'string' } },
  })
  const [of, name, ...others] = positionals
  if (of === undefined || name === undefined || others.length > 0) {
    throw new UsageError('branch takes a store and the name of the branch')
  }
  const time = values.at === undefined ? null : Date.parse(values.at)
  if (Number.isNaN(time)) throw new UsageError('--at must be a time such as 2026-01-31T12:00:00Z')
  const db = database()
  const { id: storeId } = await requireStoreNamed(db, of)
  const at = time === null ? undefined : { time }
  const branch = await makeBranch(db, { storeId, name, at, cause: { actor: COMMAND_LINE_ACTOR } })
  process.stdout.write(`${branch.id}\n`)
  return 0
}
